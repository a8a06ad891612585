// Two bundles for the editor's process and the pages of the panels; only `vscode` itself stays outside.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';

const production = process.argv.includes('--production');
const shared = { bundle: true, minify: production, sourcemap: !production, metafile: true, legalComments: 'none', logLevel: 'warning' };

const extension = await build({
  ...shared,
  entryPoints: ['src/extension.ts'],
  outfile: 'dist/extension.js',
  external: ['vscode'],
  format: 'cjs',
  platform: 'node',
  target: 'node18',
});
const pages = await build({
  ...shared,
  entryPoints: { preview: 'src/webview/preview.ts', graph: 'src/webview/graph.ts' },
  outdir: 'dist/webview',
  format: 'iife',
  platform: 'browser',
  target: 'es2022',
});

// The licences of what is bundled; each asks to go along with the code.
const inputs = [extension, pages].flatMap(({ metafile }) => Object.keys(metafile.inputs));
const folders = [...new Set(inputs.map((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]).filter(Boolean))].sort();
const notices = await Promise.all(
  folders.map(async (folder) => {
    const { name, version, license } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));
    const file = (await readdir(folder)).find((each) => /^(licen[cs]e|notice)/i.test(each));
    if (file === undefined) throw new Error(`${folder} has no licence file`);
    return `${name} ${version} (${license})\n\n${(await readFile(`${folder}/${file}`, 'utf8')).trim()}\n`;
  }),
);
await writeFile('dist/THIRD-PARTY.txt', notices.join(`\n${'-'.repeat(80)}\n\n`));
