// Two bundles for the editor's process and the pages of the panels; only `vscode` itself stays outside.
import { build } from 'esbuild';

const production = process.argv.includes('--production');
const shared = { bundle: true, minify: production, sourcemap: !production, logLevel: 'warning' };

await build({
  ...shared,
  entryPoints: ['src/extension.ts'],
  outfile: 'dist/extension.js',
  external: ['vscode'],
  format: 'cjs',
  platform: 'node',
  target: 'node18',
});
await build({
  ...shared,
  entryPoints: { preview: 'src/webview/preview.ts', graph: 'src/webview/graph.ts' },
  outdir: 'dist/webview',
  format: 'iife',
  platform: 'browser',
  target: 'es2022',
});
