import { jest } from '@jest/globals';
import { ScreenServer } from '../../testing/screen-server.js';
import { HttpError, NetworkFailure } from './http-error.js';
import { sendBody, SENDING_EVENT } from './send-body.js';

const CALL = 'POST /api/send';
let server: ScreenServer;

beforeEach(async () => {
  server = new ScreenServer().on(CALL, { body: { id: 'one' } });
  await server.open('/');
});
afterEach(() => {
  jest.useRealTimers();
  return server.close();
});

const send = (options?: Parameters<typeof sendBody>[2]) =>
  sendBody<{ id: string }>('/api/send', new Blob(['words']), options);

describe('a body that is sent', () => {
  it('arrives, is told of as it leaves, and is answered', async () => {
    const sent: [number, number][] = [];
    let pieces = 0;
    const count = () => pieces++;
    addEventListener(SENDING_EVENT, count);
    expect(await send({ onSent: (bytes, all) => sent.push([bytes, all]) })).toEqual({ id: 'one' });
    removeEventListener(SENDING_EVENT, count);
    expect(server.received).toMatchObject([{ call: CALL, body: 'words' }]);
    expect(sent.at(-1)).toEqual([5, 5]);
    expect(pieces).toBe(sent.length);
  });

  it('takes the cookies of a session along', async () => {
    const { send: sendOf } = XMLHttpRequest.prototype;
    const sent: boolean[] = [];
    const watch = jest.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (
      this: XMLHttpRequest,
      body,
    ) {
      sent.push(this.withCredentials);
      return sendOf.call(this, body);
    });
    await send();
    watch.mockRestore();
    expect(sent).toEqual([true]);
  });

  it('that is refused says how', async () => {
    server.on(CALL, { status: 413, body: { code: 'too_large', message: 'It is too large.' } });
    const failure = await send().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(HttpError);
    expect(failure).toMatchObject({ status: 413, serverMessage: 'It is too large.' });
  });

  it('fails with the connection', async () => {
    server.on(CALL, 'cut');
    await expect(send()).rejects.toEqual(new NetworkFailure('network'));
  });

  it('is given up by the browser after the longest time that it may take', async () => {
    let given = 0;
    const watch = jest.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest) {
      given = this.timeout;
      queueMicrotask(() => this.dispatchEvent(new ProgressEvent('timeout')));
    });
    await expect(send({ timeoutMs: 1_800_000 })).rejects.toEqual(new NetworkFailure('timeout'));
    watch.mockRestore();
    expect(given).toBe(1_800_000);
  });

  it('is given up when nothing moves for too long', async () => {
    server.on(CALL, () => new Promise(() => {}));
    await expect(send({ stallMs: 200 })).rejects.toEqual(new NetworkFailure('timeout'));
  });

  it('is not given up as long as something moves, however long that takes', async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const { promise: isDue, resolve: reply } = Promise.withResolvers<void>();
    server.on(CALL, async () => {
      arrive();
      await isDue;
      return { body: { id: 'one' } };
    });
    const watch = jest.spyOn(XMLHttpRequest.prototype, 'send');
    jest.useFakeTimers();
    const sending = send({ stallMs: 1_000 });
    const [{ upload }] = watch.mock.contexts as [XMLHttpRequest];
    watch.mockRestore();
    await arrived;
    for (let times = 0; times < 3; times++) {
      jest.advanceTimersByTime(600);
      upload.dispatchEvent(new ProgressEvent('progress', { loaded: 1, total: 5 }));
    }
    reply();
    expect(await sending).toEqual({ id: 'one' });
  });

  it('is stopped by its signal, for the reason that this has', async () => {
    const { promise: arrived, resolve } = Promise.withResolvers<void>();
    server.on(CALL, () => {
      resolve();
      return new Promise(() => {});
    });
    const stop = new AbortController();
    const sending = send({ signal: stop.signal });
    await arrived;
    stop.abort(new Error('Enough'));
    await expect(sending).rejects.toThrow('Enough');
    await expect(send({ signal: stop.signal })).rejects.toThrow('Enough');
    expect(server.received).toHaveLength(1);
  });

  it('leaves nothing behind that listens to the signal', async () => {
    const { signal } = new AbortController();
    const listeners = new Set<unknown>();
    const { addEventListener: add, removeEventListener: remove } = signal;
    Object.assign(signal, {
      addEventListener: (type: string, listener: () => void) => (
        listeners.add(listener),
        add.call(signal, type, listener)
      ),
      removeEventListener: (type: string, listener: () => void) => (
        listeners.delete(listener),
        remove.call(signal, type, listener)
      ),
    });
    const sending = send({ signal });
    expect(listeners.size).toBe(1);
    await sending;
    server.on(CALL, 'cut');
    await send({ signal }).catch(() => undefined);
    expect(listeners.size).toBe(0);
  });
});
