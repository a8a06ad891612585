// @vitest-environment happy-dom
/** The page of the preview, from what it is told to what it shows and says. */
import { beforeEach, expect, test } from 'vitest';
import type { FromPage, Note, PreviewState } from '../../src/preview/messages';
import type { Control, Preview, PreviewOption } from '../../src/protocol';
import { App } from '../../src/webview/preview/app';

const control = (name: string, widget: Control['widget'], more: Partial<Control> = {}): Control => ({
  name,
  widget,
  label: name,
  type: 'str',
  optional: false,
  description: '',
  ghost: '',
  ghost_is_default: false,
  choices: [],
  ...more,
});

const option = (name: string, text: string, more: Partial<PreviewOption> = {}): PreviewOption => ({
  name,
  kind: 'value',
  text,
  tokens: 10,
  description: null,
  unknown: null,
  ...more,
});

function preview(...options: PreviewOption[]): Preview {
  const place = { line: 4, character: 0 };
  const menu = options.map(({ text }) => text).join('\n\n') + '\n';
  return { kind: 'decision', name: 'decision.make', uri: 'file:///d/desk.py', version: 1, range: { start: place, end: place }, menu, error: null, tokens: 20, schema: { type: 'object' }, options };
}

let sent: FromPage[];
let kept: unknown;
let root: HTMLElement;

function open(state?: Partial<PreviewState>): App {
  const app = new App(root, { postMessage: (message) => sent.push(message), getState: () => kept, setState: (state) => (kept = state) });
  if (state) app.receive({ type: 'state', state: { functions: [], ...state } });
  return app;
}

const one = <E extends HTMLElement>(selector: string): E => {
  const found = root.querySelector<E>(selector);
  if (!found) throw new Error(`no ${selector} in ${root.innerHTML}`);
  return found;
};
const texts = (selector: string): string[] => [...root.querySelectorAll(selector)].map((each) => each.textContent ?? '');

beforeEach(() => {
  sent = [];
  kept = undefined;
  root = document.createElement('main');
  document.body.replaceChildren(root);
});

test('a menu is shown block by block as it is, and copied whole', () => {
  const given = preview(option('a', 'a()\n    <b>bold</b> & "quoted"'), option('b', 'b()'));
  open({ preview: given });
  expect(texts('#panel-menu pre')).toEqual(['a()\n    <b>bold</b> & "quoted"\n', 'b()\n']);
  expect(root.querySelector('b')).toBeNull();
  one('#panel-menu .copy').click();
  expect(sent).toEqual([{ type: 'copy', text: given.menu }]);
});

test('an option leads to its code', () => {
  open({ preview: preview(option('a', 'a()', { uri: 'file:///d/actions.py', line: 7, character: 4 }), option('b', 'b()')) });
  one('[data-name=a] .link').click();
  expect(sent).toEqual([{ type: 'open', uri: 'file:///d/actions.py', line: 7, character: 4 }]);
  expect(root.querySelector('[data-name=b] .link')).toBeNull();
});

test('what changed since the file was saved is marked, and can be hidden', () => {
  const saved = { found: true, menu: 'a()\n    old\n', error: null, options: [{ name: 'a', text: 'a()\n    old' }] };
  open({ preview: preview(option('a', 'a()\n    new')), saved });
  expect([texts('.minus'), texts('.plus'), texts('.verdict')]).toEqual([['    old'], ['    new'], ['changed']]);
  const base = one<HTMLSelectElement>('#base');
  base.value = 'none';
  base.dispatchEvent(new Event('change'));
  expect([texts('.minus'), texts('.plus'), kept]).toEqual([[], [], { tab: 'menu', base: 'none', reply: '' }]);
});

test('a menu that was not there before is new', () => {
  open({ preview: preview(option('a', 'a()')), saved: { found: false, menu: null, error: null, options: [] } });
  expect([texts('.verdict'), texts('.plus')]).toEqual([['new'], []]);
});

test('where there is no menu the reason is shown; what is unknown says why', () => {
  const app = open({ preview: { ...preview(), menu: null, error: 'ValueError: no options' } });
  expect(texts('#panel-menu .error')).toEqual(['ValueError: no options']);
  app.receive({ type: 'state', state: { functions: [], preview: preview(option('a', '?', { unknown: 'it is computed' })) } });
  expect(texts('.unknown')).toEqual(['Not known from source: it is computed.']);
});

test('a note stands above what was shown before', () => {
  const note: Note = { text: 'The server ended.', actions: ['opLint.restart', 'opLint.showLogs'] };
  open({ preview: preview(option('a', 'a()')), note });
  expect([texts('.note span'), texts('.note button'), texts('#panel-menu pre')]).toEqual([['The server ended.'], ['Restart Server', 'Show Logs'], ['a()\n']]);
  one('.note button').click();
  expect(sent).toEqual([{ type: 'run', command: 'opLint.restart' }]);
});

test('what is shown last is said to be so, and so is what is of an older text', () => {
  const app = open({ preview: preview(option('a', 'a()')), kept: true });
  expect(texts('.stale')).toEqual(['shown last: there is no menu at the cursor']);
  app.receive({ type: 'state', state: { functions: [], preview: { ...preview(option('a', 'a()')), stale: true } } });
  expect(texts('.stale')).toEqual(['of the last text that could be read']);
  app.receive({ type: 'state', state: { functions: [], preview: preview(option('a', 'a()')) } });
  expect(texts('.stale')).toEqual(['']);
});

test('where nothing was shown yet there are no tabs, only the note that says what to do', () => {
  const app = open({ note: { text: 'Put the cursor on a decision.', actions: [] } });
  expect([texts('h1'), texts('.note'), one('[role=tablist]').hidden]).toEqual([['Menu Preview'], ['Put the cursor on a decision.'], true]);
  expect([...root.querySelectorAll('[role=tabpanel]')].every((panel) => panel.classList.contains('empty'))).toBe(true);
  app.receive({ type: 'state', state: { functions: [], preview: preview(option('a', 'a()')) } });
  expect([texts('.note'), one('[role=tablist]').hidden, root.querySelectorAll('.empty').length]).toEqual([[], false, 0]);
});

test('the keyboard’s focus stays where it is when the menu changes', () => {
  const app = open({ preview: preview(option('a', 'a()', { uri: 'file:///d/a.py', line: 1 })) });
  for (const selector of ['#base', '#copy-menu', '[data-name=a] .link', '[data-name=a] pre', '#place']) {
    one(selector).focus();
    app.receive({ type: 'state', state: { functions: [], preview: preview(option('a', 'a()\n    x', { uri: 'file:///d/a.py', line: 1 })) } });
    expect(document.activeElement).toBe(one(selector));
  }
});

test('arrow keys go from tab to tab, round and round', () => {
  open();
  const pressed = (key: string): void => void one('[role=tablist]').dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  const chosen = (): string[] => texts('[role=tab][aria-selected=true]');
  pressed('ArrowLeft');
  expect([chosen(), one('#panel-menu').hidden, one('#panel-reply').hidden]).toEqual([['Try a Reply'], true, false]);
  pressed('ArrowRight');
  expect([chosen(), document.activeElement?.id]).toEqual([['Menu'], 'tab-menu']);
  pressed('End');
  expect(chosen()).toEqual(['Try a Reply']);
  pressed('Home');
  expect(chosen()).toEqual(['Menu']);
  expect(texts('[role=tab][tabindex="0"]')).toEqual(['Menu']);
});

test('the tab that was open is open again, with the reply that was typed', () => {
  kept = { tab: 'reply', reply: '{"call"' };
  open();
  expect([texts('[role=tab][aria-selected=true]'), one<HTMLTextAreaElement>('#reply').value]).toEqual([['Try a Reply'], '{"call"']);
});

test('specs are JSON, with whether there is a strict form', () => {
  const spec = { name: 'a', parameters: {} };
  open({ preview: preview(option('a', 'a()', { spec, strictProblem: 'a dict has none' }), option('b', 'b()', { spec })) });
  expect(texts('#panel-spec h2')).toEqual(['Tool a', 'Tool b', 'Schema of a valid pick']);
  expect(texts('#panel-spec .size')).toEqual(['no strict form: a dict has none', 'has a strict form', '']);
  expect(JSON.parse(texts('#panel-spec pre')[0] ?? '')).toEqual(spec);
});

const FORM = [
  control('order', 'input', { ghost: 'A-1' }),
  control('note', 'textarea', { optional: true, ghost: 'none', ghost_is_default: true, description: 'What to say.' }),
  control('why', 'chips', { choices: ['late', 'lost'] }),
  control('helper', 'select'),
  control('urgent', 'toggle', { ghost: 'True', ghost_is_default: true }),
];

test('a form has a real control for each parameter, labelled', () => {
  open({ preview: preview(option('a', 'a()', { form: FORM })), functions: ['refund', 'close'] });
  const tags = [...root.querySelectorAll('.row')].map((row) => row.querySelector('input, textarea, select, [role=switch]')?.tagName);
  expect(tags).toEqual(['INPUT', 'TEXTAREA', 'INPUT', 'SELECT', 'BUTTON']);
  expect(texts('.row label')[1]).toBe('note (str, optional) What to say.');
  for (const label of root.querySelectorAll('.row label')) expect(root.querySelector(`#${label.getAttribute('for')}`)).not.toBeNull();
  expect(texts('.row select option')).toEqual(['', 'refund', 'close']);
});

test('a chip fills its field, a toggle says yes or no', () => {
  open({ preview: preview(option('a', 'a()', { form: FORM })) });
  one('.chip').click();
  expect(one<HTMLInputElement>('[data-field=why] input').value).toBe('late');
  const toggle = one('[role=switch]');
  expect(texts('[role=switch] span')).toEqual(['yes', 'no']);
  expect(toggle.getAttribute('aria-checked')).toBe('true');
  toggle.click();
  expect(toggle.getAttribute('aria-checked')).toBe('false');
});

test('Tab takes a default, but no placeholder and nothing typed is lost', () => {
  open({ preview: preview(option('a', 'a()', { form: FORM })) });
  const tab = (field: HTMLElement): boolean => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', cancelable: true }));
  const note = one<HTMLTextAreaElement>('[data-field=note] textarea');
  expect([tab(note), note.value]).toEqual([false, 'none']);
  expect(tab(note)).toBe(true);
  const order = one<HTMLInputElement>('[data-field=order] input');
  expect([tab(order), order.value]).toEqual([true, '']);
});

test('what was typed into a form stays while the menu changes around it', () => {
  const app = open({ preview: preview(option('a', 'a()', { form: FORM })) });
  one<HTMLInputElement>('[data-field=order] input').value = 'A-7';
  app.receive({ type: 'state', state: { functions: [], preview: preview(option('a', 'a()\n    other', { form: FORM })) } });
  expect(one<HTMLInputElement>('[data-field=order] input').value).toBe('A-7');
});

test('a reply is sent by the button and by Ctrl+Enter', () => {
  open();
  one<HTMLTextAreaElement>('#reply').value = 'hm';
  one<HTMLTextAreaElement>('#reply').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, cancelable: true }));
  one('#try').click();
  expect(sent).toEqual([{ type: 'try', reply: 'hm' }, { type: 'try', reply: 'hm' }]);
});

test('a pick is shown with its arguments, repairs and what was dropped', () => {
  open({ reply: { ok: true, option: 'a', kind: 'function', args: { n: 1 }, notes: ['single quotes'], dropped: ['token'] } });
  expect(texts('.good')).toEqual(['Picks a (function)']);
  expect(JSON.parse(texts('.arguments')[0] ?? '')).toEqual({ n: 1 });
  expect(texts('.result li')).toEqual(['single quotes', 'token']);
});

test('a reply that is asked again is shown with the whole question', () => {
  open({ reply: { ok: false, error: { kind: 'unknown_call', message: 'no "x"', option: null }, prompt: 'Again.\n' } });
  expect([texts('.result .error'), texts('.prompt')]).toEqual([['unknown_call no "x"'], ['Again.\n']]);
  one('.result .copy').click();
  expect(sent).toEqual([{ type: 'copy', text: 'Again.\n' }]);
});
