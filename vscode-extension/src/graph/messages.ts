/** What the graph's page and the extension tell each other. */
import type { Drawing } from './layout';

export type ToPage = { type: 'drawing'; drawing: Drawing } | { type: 'note'; text: string };

export type FromPage = { type: 'ready' } | { type: 'open'; uri: string; line: number; character: number };
