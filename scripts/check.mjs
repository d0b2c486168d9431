// npm run check: types, lint and formatting. Quiet when all is well.
import { runChecks } from './lib/suites/checks.mjs';

const { failed } = await runChecks();
process.exitCode = failed === 0 ? 0 : 1;
