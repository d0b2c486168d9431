// npm run package: builds and packs the extension. Never prompts.
import { statSync } from 'node:fs';
import { relative } from 'node:path';
import { packVsix } from './lib/pack/vsix.mjs';
import { ensureDependencies } from './lib/system/dependencies.mjs';

ensureDependencies();
const file = await packVsix();
console.log(`${relative(process.cwd(), file)}, ${(statSync(file).size / 1024).toFixed(0)} kB`);
