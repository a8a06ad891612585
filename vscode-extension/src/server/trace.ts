/** The channel for the messages between editor and server: made when the first one is written, on by the setting. */
import * as vscode from 'vscode';

export class TraceChannel implements vscode.LogOutputChannel {
  readonly name = 'op-lint trace';
  private channel: vscode.OutputChannel | undefined;
  private readonly changed = new vscode.EventEmitter<vscode.LogLevel>();
  readonly onDidChangeLogLevel = this.changed.event;

  constructor(private readonly wanted: () => boolean) {}

  /** The client library traces exactly where this is Trace. */
  get logLevel(): vscode.LogLevel {
    return this.wanted() ? vscode.LogLevel.Trace : vscode.LogLevel.Off;
  }

  /** The setting may have changed. */
  refresh(): void {
    this.changed.fire(this.logLevel);
  }

  trace(message: string): void {
    this.appendLine(`${new Date().toISOString()} ${message}`);
  }

  debug(message: string): void {
    this.trace(message);
  }

  info(message: string): void {
    this.trace(message);
  }

  warn(message: string): void {
    this.trace(message);
  }

  error(error: string | Error): void {
    this.trace(String(error));
  }

  append(value: string): void {
    this.made().append(value);
  }

  appendLine(value: string): void {
    this.made().appendLine(value);
  }

  replace(value: string): void {
    this.made().replace(value);
  }

  clear(): void {
    this.channel?.clear();
  }

  show(): void {
    this.made().show(true);
  }

  hide(): void {
    this.channel?.hide();
  }

  dispose(): void {
    this.changed.dispose();
    this.channel?.dispose();
  }

  private made(): vscode.OutputChannel {
    return (this.channel ??= vscode.window.createOutputChannel(this.name));
  }
}
