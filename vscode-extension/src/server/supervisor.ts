/** Keeps one server running: the one that was found last, restarted only when another one was found. */

export interface Work<T> {
  resolve(): Promise<T | undefined>;
  key(found: T): string;
  start(found: T): Promise<void>;
  stop(): Promise<void>;
}

export class Supervisor<T> {
  private running: string | undefined;
  private busy: Promise<void> | undefined;
  private wanted: 'no' | 'if changed' | 'always' = 'no';
  private ended = false;

  constructor(private readonly work: Work<T>) {}

  /** Looks again; all calls during one look share the next. With `force` the server is restarted even if it is the same. */
  refresh(force = false): Promise<void> {
    if (this.wanted !== 'always') this.wanted = force ? 'always' : 'if changed';
    this.busy ??= this.run().finally(() => (this.busy = undefined));
    return this.busy;
  }

  /** Stops the server for good, once a start that is under way is through. */
  async end(): Promise<void> {
    this.ended = true;
    await this.busy?.catch(() => undefined);
    await this.stop();
  }

  private async run(): Promise<void> {
    // What asks in the same turn, several settings changed at once for example, asks together.
    await Promise.resolve();
    while (this.wanted !== 'no' && !this.ended) {
      const force = this.wanted === 'always';
      this.wanted = 'no';
      await this.once(force);
    }
  }

  private async once(force: boolean): Promise<void> {
    const found = await this.work.resolve();
    const next = found === undefined ? undefined : this.work.key(found);
    if (!force && next === this.running && next !== undefined) return;
    await this.stop();
    if (found === undefined || this.ended) return;
    await this.work.start(found);
    this.running = next;
  }

  private async stop(): Promise<void> {
    if (this.running === undefined) return;
    this.running = undefined;
    await this.work.stop();
  }
}

/** Whether a server that ended by itself is started again: not when it did so too often in too short a time. */
export class Crashes {
  private readonly times: number[] = [];

  constructor(
    private readonly most = 5,
    private readonly within = 180_000,
  ) {}

  /** Counts one; `now` is in milliseconds. */
  again(now: number): boolean {
    this.times.push(now);
    while (this.times[0] !== undefined && this.times[0] <= now - this.within) this.times.shift();
    return this.times.length < this.most;
  }

  forget(): void {
    this.times.length = 0;
  }
}
