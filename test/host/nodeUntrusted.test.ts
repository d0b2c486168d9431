// test/host/untrusted.suite.ts in Node.
import { loadSuites } from './inNode.js';

await loadSuites('untrusted');
