// test/host/main.suite.ts in Node.
import { loadSuites } from './inNode.js';

await loadSuites('main');
