/** Where no server was found: an offer to install it, into the chosen environment or a private one. */
import * as vscode from 'vscode';
import { plan, short } from './plan';
import { run, which } from './processes';
import type { Provider, Resolution } from './resolve';
import type { Server } from './server';

export async function offerInstall(server: Server, provider: Provider, resolution: Resolution, never?: () => Thenable<void>): Promise<void> {
  const chosen = resolution.python;
  const here = chosen && `Install into ${short(chosen)}`;
  const apart = 'Install into a Private Environment';
  const logs = 'Show Logs';
  const not = 'Not in This Workspace';
  const { found } = resolution;
  const now = found ? `op-lint ${found.version} is in use, from ${found.source}.` : 'op-lint: no server was found.';
  const message = `${now} The server is the Python package op-lint (Python 3.11 or newer).`;
  const ask = found ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
  const answer = await ask(message, ...(here ? [here] : []), apart, logs, ...(never ? [not] : []));
  if (answer === logs) server.log.show();
  if (answer === not) await never?.();
  if (answer === here && chosen) await install(server, plan('environment', chosen, provider));
  if (answer === apart) {
    const python = chosen ?? (await systemPython());
    if (python) await install(server, plan('private', python, provider));
    else void vscode.window.showErrorMessage('op-lint: there is no Python to make an environment with; set opLint.interpreter.');
  }
}

async function install(server: Server, commands: string[][]): Promise<void> {
  const options = { location: vscode.ProgressLocation.Notification, title: 'op-lint: installing the server' };
  const problem = await vscode.window.withProgress(options, async () => {
    for (const [command, ...args] of commands) {
      if (command === undefined) continue;
      server.log.info(`Running ${[command, ...args].join(' ')}`);
      const done = await run(command, args, { timeout: 600_000 });
      if (done.stdout) server.log.info(done.stdout.trimEnd());
      if (done.code !== 0) return done.stderr.trimEnd() || `exit code ${done.code}`;
    }
    return undefined;
  });
  if (problem !== undefined) {
    server.log.error(problem);
    const last = problem.split('\n').at(-1) ?? '';
    const answer = await vscode.window.showErrorMessage(`op-lint: the installation failed: ${last}`, 'Show Logs');
    if (answer) server.log.show();
    return;
  }
  await server.refresh();
}

async function systemPython(): Promise<string | undefined> {
  for (const name of process.platform === 'win32' ? ['python', 'py'] : ['python3', 'python']) {
    const found = await which(name);
    if (found) return found;
  }
  return undefined;
}
