import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../lib/free-port.mjs';

/** A browser that Playwright does not drive: what is installed, by the protocol that it speaks itself. */
export interface Engine {
  open: (url: string) => Promise<void>;
  /** Runs a function of the page; what it takes and returns is JSON. */
  run: <T, A = undefined>(work: (argument: A) => T | Promise<T>, argument?: A) => Promise<T>;
  close: () => Promise<void>;
}

const FIREFOX = '/usr/bin/firefox-esr';
const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver';
const XVFB = '/usr/bin/xvfb-run';
const MINI_BROWSER = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')[0];

export interface EngineKind {
  name: string;
  isInstalled: boolean;
  start: () => Promise<Engine>;
}

export const ENGINES: EngineKind[] = [
  { name: 'Firefox', isInstalled: existsSync(FIREFOX), start: startFirefox },
  {
    name: 'WebKit',
    isInstalled: existsSync(WEBKIT_DRIVER) && existsSync(XVFB) && MINI_BROWSER !== undefined,
    start: startWebkit,
  },
];

/** A fake camera, and nothing that asks. */
const PREFERENCES = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.autoplay.default': 0,
  'dom.storageManager.prompt.testing': true,
  'dom.storageManager.prompt.testing.allow': true,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.update.disabledForTesting': true,
};

async function startFirefox(): Promise<Engine> {
  const profile = await mkdtemp(path.join(os.tmpdir(), 'firefox-'));
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${value});`);
  await writeFile(path.join(profile, 'user.js'), lines.join('\n'));
  const child = spawn(FIREFOX, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' },
    detached: true,
  });
  const socket = new WebSocket(`${await addressOf(child)}/session`);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('Firefox takes no connection')));
  });
  const waiting = new Map<number, (answer: BidiAnswer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as BidiAnswer;
    waiting.get(answer.id)?.(answer);
  });
  let calls = 0;
  const call = async <T>(method: string, params: object): Promise<T> => {
    const id = ++calls;
    const answered = new Promise<BidiAnswer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { type, result, message } = await answered;
    if (type === 'error') throw new Error(`${method}: ${message}`);
    return result as T;
  };
  await call('session.new', { capabilities: {} });
  const { contexts } = await call<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const { context } = contexts[0]!;
  return {
    open: async (url) => void (await call('browsingContext.navigate', { context, url, wait: 'complete' })),
    run: async (work, argument) => {
      const { result, exceptionDetails } = await call<BidiEvaluation>('script.callFunction', {
        functionDeclaration: inPage(work, argument),
        target: { context },
        awaitPromise: true,
        userActivation: true,
      });
      if (!result) throw new Error(exceptionDetails?.text);
      return JSON.parse(result.value) as never;
    },
    close: async () => {
      socket.close();
      await end(child);
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface BidiAnswer {
  id: number;
  type: 'success' | 'error';
  result?: unknown;
  message?: string;
}

interface BidiEvaluation {
  result?: { value: string };
  exceptionDetails?: { text: string };
}

/** Firefox says on stderr where it listens. */
async function addressOf(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stderr! })) {
    const [, address] = /listening on (ws:\S+)/.exec(line) ?? [];
    if (address) {
      child.stderr!.resume();
      return address;
    }
  }
  throw new Error('Firefox did not start');
}

async function startWebkit(): Promise<Engine> {
  const port = await freePort();
  const child = spawn(XVFB, ['-a', WEBKIT_DRIVER, `--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
    detached: true,
  });
  const address = `http://127.0.0.1:${port}/session`;
  const call = async <T>(method: 'POST' | 'DELETE', place: string, body?: object): Promise<T> => {
    const response = await fetch(`${address}${place}`, { method, body: body && JSON.stringify(body) });
    const { value } = (await response.json()) as { value: T & { message?: string } };
    if (!response.ok) throw new Error(`${place}: ${value.message}`);
    return value;
  };
  const args = [
    '--automation',
    '--enable-mock-capture-devices=true',
    '--enable-media-stream=true',
    '--enable-mediasource=true',
    '--features=+MediaRecorder',
  ];
  const capabilities = {
    alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary: MINI_BROWSER, args } },
  };
  const begin = async (triesLeft: number): Promise<string> => {
    try {
      return (await call<{ sessionId: string }>('POST', '', { capabilities })).sessionId;
    } catch (error) {
      // The driver and its screen take a moment to come up.
      if (triesLeft === 0 || !(error instanceof TypeError)) throw error;
      await wait(250);
      return begin(triesLeft - 1);
    }
  };
  const session = `/${await begin(240)}`;
  await call('POST', `${session}/timeouts`, { script: 30_000, pageLoad: 60_000 });
  return {
    open: async (url) => void (await call('POST', `${session}/url`, { url })),
    run: async (work, argument) => {
      const script = `const done = arguments[0];
        (${inPage(work, argument)})().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      const { value, error } = await call<{ value?: string; error?: string }>('POST', `${session}/execute/async`, {
        script,
        args: [],
      });
      if (value === undefined) throw new Error(error);
      return JSON.parse(value) as never;
    },
    close: async () => {
      await call('DELETE', session).catch(() => undefined);
      await end(child);
    },
  };
}

function inPage<A>(work: (argument: A) => unknown, argument: A | undefined): string {
  return `async () => JSON.stringify((await (${work.toString()})(${JSON.stringify(argument)})) ?? null)`;
}

/** With everything that it has started. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-child.pid!, 'SIGTERM');
  await Promise.race([ended, wait(5_000, undefined, { ref: false })]);
  try {
    process.kill(-child.pid!, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}
