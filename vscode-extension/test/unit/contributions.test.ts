/** What package.json promises is there, and what is there package.json tells of. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json';
import python from '../../snippets/python.json';
import { readSettings, SECTION, SERVER_SETTINGS } from '../../src/settings';

const ROOT = path.resolve(__dirname, '../..');

function source(folder = path.join(ROOT, 'src')): string {
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .map((entry) => (entry.isDirectory() ? source(path.join(folder, entry.name)) : fs.readFileSync(path.join(folder, entry.name), 'utf8')))
    .join('\n');
}

const SOURCE = source();

function all(text: string, form: RegExp): string[] {
  return [...new Set([...text.matchAll(form)].map((match) => match[1] ?? ''))].sort();
}

test('every command is registered, and every registered command is told of', () => {
  const told = manifest.contributes.commands.map(({ command }) => command).sort();
  const registered = all(fs.readFileSync(path.join(ROOT, 'src/commands.ts'), 'utf8'), /^ {4}'(opLint\.\w+)':/gm);
  expect(registered).toEqual(told);
});

test('every command that menus, the walkthrough and the welcome text name exists', () => {
  const told = manifest.contributes.commands.map(({ command }) => command);
  const named = all(JSON.stringify(manifest), /(?:command:|onCommand:)(opLint\.\w+)/g);
  const inMenus = Object.values(manifest.contributes.menus).flatMap((items) => items.map(({ command }) => command));
  const inSource = all(SOURCE, /command: '(opLint\.\w+)'/g);
  for (const name of [...named, ...inMenus, ...inSource]) expect(told).toContain(name);
});

test('every setting is read, and every setting that is read is told of', () => {
  const read: string[] = [];
  readSettings((name) => {
    read.push(`${SECTION}.${name}`);
    return undefined;
  });
  expect(read.sort()).toEqual(Object.keys(manifest.contributes.configuration.properties).sort());
  for (const name of SERVER_SETTINGS) expect(read).toContain(name);
});

test('nothing else of the source reads settings', () => {
  expect(SOURCE.match(/getConfiguration\(/g)).toHaveLength(1);
});

test('a setting that is left out has the default that it is told to have', () => {
  const told = Object.values(manifest.contributes.configuration.properties).map((each) => each.default);
  expect(Object.values(readSettings(() => undefined))).toEqual(told);
});

test('the settings that name programs are ignored where the folder is not trusted', () => {
  const restricted = manifest.capabilities.untrustedWorkspaces.restrictedConfigurations;
  expect(restricted).toEqual(['opLint.path', 'opLint.interpreter', 'opLint.importStrategy']);
});

test('every view has its data', () => {
  const told = Object.values(manifest.contributes.views).flatMap((views) => views.map(({ id }) => id));
  expect(all(SOURCE, /createTreeView\('([\w.]+)'/g)).toEqual(told.sort());
  for (const { view } of manifest.contributes.viewsWelcome) expect(told).toContain(view);
});

test('conditions in the manifest are set by the source', () => {
  const used = all(JSON.stringify(manifest), /(?:&& |onContext:)(opLint\.\w+)/g);
  for (const name of used) expect(all(SOURCE, /'setContext', '(opLint\.\w+)'/g)).toContain(name);
});

test('every file that the manifest names is packaged', () => {
  const packaged = fs.readFileSync(path.join(ROOT, '.vscodeignore'), 'utf8');
  const media = manifest.contributes.walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.image ?? media.markdown ?? ''));
  const named = [manifest.icon, ...media, ...manifest.contributes.snippets.map((each) => each.path.replace('./', ''))];
  for (const name of named) {
    expect(fs.existsSync(path.join(ROOT, name)), name).toBe(true);
    expect(packaged).toContain(`!${name.split('/')[0]}/**`);
  }
});

test('there is a snippet for a function, for both ways to decide, and for each primitive', () => {
  const exported = fs.readFileSync(path.join(ROOT, '../runtime/op_runtime/control_flow/__init__.py'), 'utf8');
  const primitives = all(exported, /import (\w+)$/gm).filter((name) => name !== 'read_verdict');
  const prefixes = Object.values(python).flatMap((each) => each.prefix);
  for (const name of ['agentic', 'decision', 'runtime.exec', ...primitives]) expect(prefixes).toContain(name);
});
