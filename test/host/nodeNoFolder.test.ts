// test/host/noFolder.suite.ts in Node.
import { loadSuites } from './inNode.js';

await loadSuites('noFolder');
