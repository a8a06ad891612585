/** What the preview's page and the extension tell each other. */
import type { MenuBefore, Preview, TryResult } from '../protocol';

export const TABS = ['menu', 'spec', 'form', 'reply'] as const;
export type Tab = (typeof TABS)[number];

/** With what the menu is compared. */
export type Base = 'saved' | 'head' | 'none';

/** What a note offers to do: titles by their commands. */
export const ACTIONS = {
  'opLint.install': 'Install the Server',
  'opLint.restart': 'Restart Server',
  'opLint.showLogs': 'Show Logs',
} as const;
export type Action = keyof typeof ACTIONS;

export interface Note {
  text: string;
  actions: readonly Action[];
}

export interface PreviewState {
  preview?: Preview;
  /** Why there is nothing to show, or nothing new. */
  note?: Note;
  /** The preview is the last one: there is nothing at the cursor. */
  kept?: true;
  saved?: MenuBefore;
  head?: MenuBefore;
  /** What it is compared with has been asked for: what is not there is not known. */
  compared?: true;
  /** The functions of the project, which a select offers. */
  functions: string[];
  reply?: TryResult;
}

export type ToPage = { type: 'state'; state: PreviewState } | { type: 'tab'; tab: Tab };

export type FromPage =
  | { type: 'ready' }
  | { type: 'run'; command: Action }
  | { type: 'copy'; text: string }
  | { type: 'open'; uri: string; line: number; character?: number }
  | { type: 'try'; reply: string };
