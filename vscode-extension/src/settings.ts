/** The settings of the extension: all are read here, and nowhere else. */
import type { Settings as Search } from './server/resolve';

export interface Settings extends Search {
  logLevel: string;
  trace: string;
  codeLens: boolean;
  inlayHints: boolean;
  fixOnSave: boolean;
}

export const SECTION = 'opLint';

/** Reads all settings through `get`, which knows them by their names after `opLint.`. */
export function readSettings(get: <T>(name: string) => T | undefined): Settings {
  return {
    path: get<string>('path') ?? '',
    interpreter: get<string>('interpreter') ?? '',
    importStrategy: get<string>('importStrategy') === 'isolated' ? 'isolated' : 'fromEnvironment',
    logLevel: get<string>('logLevel') ?? 'warning',
    trace: get<string>('trace.server') ?? 'off',
    codeLens: get<boolean>('codeLens.enable') ?? true,
    inlayHints: get<boolean>('inlayHints.enable') ?? true,
    fixOnSave: get<boolean>('fixOnSave') ?? false,
  };
}

/** Settings whose change may mean another server. */
export const SERVER_SETTINGS = ['path', 'interpreter', 'importStrategy', 'logLevel'].map((name) => `${SECTION}.${name}`);
