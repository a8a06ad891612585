/** What the preview's page and the extension tell each other. */
import type { MenuBefore, Preview, TryResult } from '../protocol';

export const TABS = ['menu', 'spec', 'form', 'reply'] as const;
export type Tab = (typeof TABS)[number];

/** With what the menu is compared. */
export type Base = 'saved' | 'head' | 'none';

export interface PreviewState {
  preview?: Preview;
  /** Why there is nothing, or nothing new, to show. */
  note?: string;
  saved?: MenuBefore;
  head?: MenuBefore;
  /** The functions of the project, which a select offers. */
  functions: string[];
  reply?: TryResult;
}

export type ToPage = { type: 'state'; state: PreviewState } | { type: 'tab'; tab: Tab };

export type FromPage =
  | { type: 'ready' }
  | { type: 'copy'; text: string }
  | { type: 'open'; uri: string; line: number }
  | { type: 'try'; reply: string };
