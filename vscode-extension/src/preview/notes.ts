/** What the preview says where it has nothing, or nothing new, to show. */
import type { ServerCondition } from '../server/server';
import type { Note, PreviewState } from './messages';

/** The state where nothing was found at the cursor: what was shown last stays. */
export function without(state: PreviewState, server: ServerCondition): PreviewState {
  const { note: _, kept: __, ...rest } = state;
  if (server === 'running' && rest.preview) return { ...rest, kept: true };
  return { ...rest, note: NOTES[server] };
}

const NOTES: Record<ServerCondition, Note> = {
  looking: { text: 'Looking for the server …', actions: [] },
  starting: { text: 'The server is starting …', actions: [] },
  running: { text: 'There is no menu here: put the cursor on decision.make, or into an agentic function.', actions: [] },
  stopped: { text: 'The server ended. What is shown is no longer kept up to date.', actions: ['opLint.restart', 'opLint.showLogs'] },
  none: { text: 'No server was found.', actions: ['opLint.install', 'opLint.showLogs'] },
};
