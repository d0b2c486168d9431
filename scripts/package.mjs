// npm run package: packs what is built. Never asks anything.
import { statSync } from 'node:fs';
import { relative } from 'node:path';
import { packVsix } from './lib/vsix.mjs';

const file = await packVsix();
console.log(`${relative(process.cwd(), file)}, ${(statSync(file).size / 1024).toFixed(0)} kB`);
