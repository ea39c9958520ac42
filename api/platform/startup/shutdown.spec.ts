import { setImmediate as turn } from 'node:timers/promises';
import { Shutdown } from './shutdown.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const forever = new Promise<never>(() => {});

let events: string[];
let now: number;
let shutdown: Shutdown;

beforeEach(() => {
  events = [];
  now = 0;
  const note = (line: string) => void events.push(line);
  const exit = (code: number) => {
    note(`exit ${code}`);
    return forever;
  };
  shutdown = new Shutdown(note, exit, () => now);
});
afterEach(() => {
  for (const signal of SIGNALS) process.removeAllListeners(signal);
});

function add(name: string, undo = () => Promise.resolve()): void {
  shutdown.add(`stopping ${name}`, async () => {
    await undo();
    events.push(`${name} stopped`);
  });
}

async function sendSignal(at: number, signal: (typeof SIGNALS)[number] = 'SIGINT'): Promise<void> {
  now = at;
  process.emit(signal);
  await turn();
}

describe('Shutdown', () => {
  it('stops what was started, last first', async () => {
    add('database');
    add('server');
    void shutdown.stopAndExit(1);
    await turn();
    expect(events).toEqual(['stopping server', 'server stopped', 'stopping database', 'database stopped', 'exit 1']);
  });

  it('goes on after a part that fails to stop', async () => {
    add('database');
    add('server', () => Promise.reject(new Error('stuck')));
    void shutdown.stopAndExit(0);
    await turn();
    expect(events).toEqual(['stopping server', 'Error: stuck', 'stopping database', 'database stopped', 'exit 0']);
  });

  it('waits for the phase under way, so that what it starts is stopped too, and begins no other', async () => {
    const phase = Promise.withResolvers<void>();
    const start = async () => {
      await shutdown.during(async () => {
        await phase.promise;
        add('database');
      });
      await shutdown.during(async () => void events.push('next phase'));
    };
    void start();
    shutdown.listen(0);
    await sendSignal(0);
    expect(events).toEqual([]);
    phase.resolve();
    await turn();
    expect(events).toEqual(['stopping database', 'database stopped', 'exit 0']);
  });

  it.each(SIGNALS)(
    'ends at %s with the code that a server, or a command that is not done, has for it',
    async (signal) => {
      shutdown.listen(1);
      await sendSignal(0, signal);
      expect(events).toEqual(['exit 1']);
    },
  );

  it('gives up waiting at a second signal, but takes one that follows at once for the same', async () => {
    add('database');
    add('server', () => forever);
    shutdown.listen(0);
    await sendSignal(0);
    await sendSignal(20);
    expect(events).toEqual(['stopping server']);
    await sendSignal(1000);
    expect(events).toEqual(['stopping server', 'stopping database', 'database stopped', 'exit 0']);
  });
});
