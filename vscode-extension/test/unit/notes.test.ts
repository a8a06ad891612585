/** What the preview says where there is nothing at the cursor, by what the server does. */
import { expect, test } from 'vitest';
import type { PreviewState } from '../../src/preview/messages';
import { without } from '../../src/preview/notes';
import type { Preview } from '../../src/protocol';

const shown: PreviewState = { functions: [], preview: { name: 'decision.make' } as Preview };

test('with a server, what was shown last stays, marked; without anything the note says where to go', () => {
  expect(without(shown, 'running')).toEqual({ ...shown, kept: true });
  expect(without({ functions: [] }, 'running').note?.text).toBe('There is no menu here: put the cursor on decision.make, or into an agentic function.');
});

test('without a server a note says so and offers what helps, over what was shown last', () => {
  expect(without({ ...shown, kept: true }, 'none')).toEqual({ ...shown, note: { text: 'No server was found.', actions: ['opLint.install', 'opLint.showLogs'] } });
  expect(without(shown, 'stopped').note?.actions).toEqual(['opLint.restart', 'opLint.showLogs']);
});

test('when the server is back its note is gone', () => {
  expect(without(without(shown, 'starting'), 'running')).toEqual({ ...shown, kept: true });
});
