import { expect, test } from 'vitest';
import { Crashes, Supervisor } from '../../src/server/supervisor';

class Fake {
  next: string | undefined = 'a';
  readonly did: string[] = [];
  looks = 0;
  /** Called in the middle of a look. */
  meanwhile: (() => void) | undefined;
  readonly supervisor = new Supervisor<string>({
    resolve: async () => {
      this.looks++;
      await Promise.resolve();
      this.meanwhile?.();
      return this.next;
    },
    key: (found) => found,
    start: async (found) => void this.did.push(`start ${found}`),
    stop: async () => void this.did.push('stop'),
  });
}

test('a server that is found again is kept', async () => {
  const fake = new Fake();
  await fake.supervisor.refresh();
  await fake.supervisor.refresh();
  expect([fake.looks, fake.did]).toEqual([2, ['start a']]);
});

test('another one is started in its place', async () => {
  const fake = new Fake();
  await fake.supervisor.refresh();
  fake.next = 'b';
  await fake.supervisor.refresh();
  expect(fake.did).toEqual(['start a', 'stop', 'start b']);
});

test('one that is no longer found is stopped, and found again is started', async () => {
  const fake = new Fake();
  await fake.supervisor.refresh();
  fake.next = undefined;
  await fake.supervisor.refresh();
  fake.next = 'a';
  await fake.supervisor.refresh();
  expect(fake.did).toEqual(['start a', 'stop', 'start a']);
});

test('a forced restart restarts the same one', async () => {
  const fake = new Fake();
  await fake.supervisor.refresh();
  await fake.supervisor.refresh(true);
  expect(fake.did).toEqual(['start a', 'stop', 'start a']);
});

test('what asks at once shares one look, and a forced one among them counts', async () => {
  const fake = new Fake();
  await fake.supervisor.refresh();
  const { supervisor } = fake;
  await Promise.all([supervisor.refresh(), supervisor.refresh(true), supervisor.refresh()]);
  expect([fake.looks, fake.did]).toEqual([2, ['start a', 'stop', 'start a']]);
});

test('what asks during a look gets one more look, however often it asks', async () => {
  const fake = new Fake();
  let asked = 0;
  fake.meanwhile = () => {
    fake.meanwhile = undefined;
    for (; asked < 3; asked++) void fake.supervisor.refresh();
    fake.next = 'b';
  };
  await fake.supervisor.refresh();
  expect([asked, fake.looks, fake.did.at(-1)]).toEqual([3, 2, 'start b']);
});

test('a start that fails does not hinder the next one', async () => {
  const did: string[] = [];
  let broken = true;
  const supervisor = new Supervisor<string>({
    resolve: async () => 'a',
    key: (found) => found,
    start: async () => {
      if (broken) throw new Error('no');
      did.push('started');
    },
    stop: async () => void did.push('stop'),
  });
  await expect(supervisor.refresh()).rejects.toThrow('no');
  broken = false;
  await supervisor.refresh();
  expect(did).toEqual(['started']);
});

test('once ended, nothing is started any more', async () => {
  const fake = new Fake();
  const looking = fake.supervisor.refresh();
  await fake.supervisor.end();
  await looking;
  await fake.supervisor.refresh();
  expect(fake.did.filter((each) => each.startsWith('start')).length).toBe(fake.did.filter((each) => each === 'stop').length);
});

test('the fifth end within three minutes is the last', () => {
  const crashes = new Crashes();
  expect([0, 1000, 2000, 3000, 4000].map((now) => crashes.again(now))).toEqual([true, true, true, true, false]);
});

test('ends that lie further apart never are', () => {
  const crashes = new Crashes();
  for (let minute = 0; minute < 100; minute++) expect(crashes.again(minute * 60_000)).toBe(true);
});
