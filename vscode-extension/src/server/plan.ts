/** How the server is installed. */
import { type Provider, pythonIn } from './resolve';

const PACKAGE = 'op-lint';

/** The commands that install the server, in order; each runs when the one before it succeeded. */
export function plan(where: 'environment' | 'private', python: string, provider: Pick<Provider, 'isolated' | 'platform'>): string[][] {
  if (where === 'environment') return [[python, '-m', 'pip', 'install', '--upgrade', PACKAGE]];
  const own = pythonIn(provider.isolated, provider.platform);
  return [
    [python, '-m', 'venv', provider.isolated],
    [own, '-m', 'pip', 'install', '--upgrade', PACKAGE],
  ];
}

/** An environment by the name of its folder, a Python that is in none by its path. */
export function short(python: string): string {
  const [, name] = /([^/\\]+)[/\\](?:bin|Scripts)[/\\][^/\\]+$/.exec(python) ?? [];
  return name === undefined || name === 'usr' || name === 'local' ? python : name;
}
