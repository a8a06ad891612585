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
const { contributes } = manifest;
const COMMANDS = contributes.commands.map(({ command }) => command);
const SETTINGS = Object.keys(contributes.configuration.properties);
const VIEWS = Object.values(contributes.views).flatMap((views) => views.map(({ id }) => id));
const MENUS = Object.entries(contributes.menus).flatMap(([place, items]) => items.map((item) => ({ place, ...item })));
const CONDITIONS = [...MENUS, ...contributes.viewsWelcome].map((item) => ('when' in item ? item.when : '')).join('\n');
const STEPS = contributes.walkthroughs.flatMap(({ steps }) => steps);

function all(text: string, form: RegExp): string[] {
  return [...new Set([...text.matchAll(form)].map((match) => match[1] ?? ''))].sort();
}

const CONTEXTS = all(SOURCE, /'setContext', '([\w.]+)'/g);
const PANELS = all(SOURCE, /(?:createWebviewPanel\(|VIEW = )'([\w.]+)'/g);

test('every command is registered, and every registered command is told of', () => {
  const registered = [...all(SOURCE, /^ {4}'(opLint\.\w+)': /gm), ...all(SOURCE, /registerCommand\('([\w.]+)'/g)];
  expect(registered.sort()).toEqual([...COMMANDS].sort());
  expect(new Set(COMMANDS).size).toBe(COMMANDS.length);
});

test('every name of ours in the source is a command, setting, view, panel or condition of the manifest, or the server’s', () => {
  const server = fs.readFileSync(path.join(ROOT, '../op_lsp/methods.py'), 'utf8');
  const names = all(SOURCE, /['"`](opLint\.[\w.]+)['"`]/g);
  const known = [...COMMANDS, ...SETTINGS, ...VIEWS, ...PANELS, ...all(CONDITIONS, /(opLint\.\w+)/g), ...all(JSON.stringify(STEPS), /onContext:(opLint\.\w+)/g)];
  const ids = all(SOURCE, /createLanguageStatusItem\('([\w.]+)'/g);
  for (const name of names) expect([...known, ...ids, ...all(server, /"(opLint\.[\w.]+)"/g)]).toContain(name);
  for (const method of all(SOURCE, /'(opLint\/\w+)'/g)) expect(server).toContain(`"${method}"`);
});

test('every command that menus, steps, welcome texts and the source name exists', () => {
  const named = all(JSON.stringify(manifest), /(?:command:|onCommand:)(opLint\.\w+)/g);
  const inSource = all(SOURCE, /command: '(opLint\.\w+)'/g);
  for (const name of [...named, ...MENUS.map(({ command }) => command), ...inSource]) expect(COMMANDS).toContain(name);
});

test('menus stand where the editor has menus, and what their conditions say of views and languages is so', () => {
  const places = ['editor/title', 'editor/context', 'view/title', 'commandPalette'];
  for (const { place, when, command } of MENUS) {
    expect(places, command).toContain(place);
    for (const view of all(when, /view == (\S+)/g)) expect(VIEWS).toContain(view);
    for (const language of all(when, /editorLangId == (\w+)/g)) expect(manifest.activationEvents).toContain(`onLanguage:${language}`);
    if (place === 'view/title') expect(contributes.commands.find((each) => each.command === command), command).toHaveProperty('icon');
  }
});

test('the languages of the source and of the snippets are those that activate the extension', () => {
  const languages = [...all(SOURCE, /language(?:Id === |: )'(\w+)'/g), ...contributes.snippets.map(({ language }) => language)];
  expect(new Set(languages)).toEqual(new Set(['python']));
  for (const language of languages) expect(manifest.activationEvents).toContain(`onLanguage:${language}`);
});

test('the files whose settings are completed activate the extension where they lie in a folder', () => {
  for (const name of all(SOURCE, /'\*\*\/([\w.-]+\.toml)'/g)) expect(manifest.activationEvents).toContain(`workspaceContains:${name}`);
});

test('a panel that the editor brings back is registered for that', () => {
  const restored = all(manifest.activationEvents.join('\n'), /^onWebviewPanel:([\w.]+)$/gm);
  expect(restored).toEqual(['opLint.preview']);
  for (const panel of restored) expect(PANELS).toContain(panel);
  expect(SOURCE.match(/registerWebviewPanelSerializer\(/g)).toHaveLength(restored.length);
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

test('every view has its data, and all data a view', () => {
  expect(all(SOURCE, /(?:createTreeView|registerTreeDataProvider)\('([\w.]+)'/g)).toEqual([...VIEWS].sort());
  for (const { view } of contributes.viewsWelcome) expect(VIEWS).toContain(view);
});

test('conditions in the manifest are set by the source, and those that are set are used', () => {
  const used = [...all(CONDITIONS, /(opLint\.\w+)/g).filter((name) => !VIEWS.includes(name)), ...all(JSON.stringify(STEPS), /onContext:(opLint\.\w+)/g)];
  expect([...new Set(used)].sort()).toEqual(CONTEXTS);
});

test('each step of the walkthrough has a picture or text, and ends by something that happens', () => {
  expect(new Set(STEPS.map(({ id }) => id)).size).toBe(STEPS.length);
  for (const { media, completionEvents, description } of STEPS) {
    expect(description).toMatch(/\(command:opLint\.\w+\)$/);
    if (media.image) expect(media.altText).toMatch(/\w/);
    for (const event of completionEvents) expect(event).toMatch(/^on(Context|Command):opLint\.\w+$/);
  }
});

test('every file that the manifest names is packaged, and every packaged picture, style and snippet is used', () => {
  const packaged = fs.readFileSync(path.join(ROOT, '.vscodeignore'), 'utf8');
  const media = STEPS.map(({ media }) => media.image ?? media.markdown ?? '');
  const named = [manifest.icon, ...VIEWS.map(() => 'images/icon.svg'), ...media, ...contributes.snippets.map((each) => each.path.replace('./', ''))];
  for (const name of named) {
    expect(fs.existsSync(path.join(ROOT, name)), name).toBe(true);
    expect(packaged).toContain(`!${name.split('/')[0]}/**`);
  }
  const shown = all(fs.readFileSync(path.join(ROOT, 'README.md'), 'utf8'), /\]\((images\/[\w.-]+)\)/g);
  const styles = all(SOURCE, /page\([\w.]+, [\w.]+, '(\w+)'/g).map((name) => `media/${name}.css`);
  const used = [...named, ...shown, ...styles];
  for (const folder of ['images', 'media', 'snippets']) {
    for (const entry of fs.readdirSync(path.join(ROOT, folder), { withFileTypes: true, recursive: true })) {
      if (entry.isFile()) expect(used).toContain(path.relative(ROOT, path.join(entry.parentPath, entry.name)));
    }
  }
});

test('the pages load nothing but the extension’s own files, and nothing in them moves by itself', () => {
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(SOURCE)?.[1];
  expect(policy).toBe("default-src 'none'; style-src ${parts.source}; script-src 'nonce-${parts.nonce}'");
  expect(SOURCE.match(/\b(innerHTML|outerHTML|insertAdjacentHTML|eval)\b/g)).toBeNull();
  for (const name of ['preview', 'graph']) {
    const style = fs.readFileSync(path.join(ROOT, `media/${name}.css`), 'utf8');
    expect(style.match(/transition|animation|@import|url\(|#[0-9a-f]{3,8}\b|rgba?\(/g)).toBeNull();
  }
});

test('there is a snippet for a function, for both ways to decide, and for each primitive', () => {
  const exported = fs.readFileSync(path.join(ROOT, '../runtime/op_runtime/control_flow/__init__.py'), 'utf8');
  const primitives = all(exported, /import (\w+)$/gm).filter((name) => name !== 'read_verdict');
  const prefixes = Object.values(python).flatMap((each) => each.prefix);
  for (const name of ['agentic', 'decision', 'runtime.exec', ...primitives]) expect(prefixes).toContain(name);
});
