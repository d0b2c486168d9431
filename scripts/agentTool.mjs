// Writes the tool of other agents into package.json, from the one definition in src/claude/ask/tool.ts: node scripts/agentTool.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const { outputFiles } = await build({
  entryPoints: ['src/claude/ask/tool.ts'],
  bundle: true,
  format: 'esm',
  platform: 'node',
  write: false,
});
const source = `data:text/javascript;base64,${Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')}`;
/** @type {{ readonly agentToolDefinition: { readonly description: string, readonly inputSchema: object } }} */
const { agentToolDefinition } = await import(source);
const { description: modelDescription, inputSchema } = agentToolDefinition;
/** @type {{ readonly contributes: { readonly languageModelTools: readonly object[] } }} */
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const [tool] = manifest.contributes.languageModelTools;
Object.assign(tool ?? {}, { modelDescription, inputSchema });
writeFileSync('package.json', `${JSON.stringify(manifest, undefined, 2)}\n`);
