import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import os from 'node:os';
import { loadConfig } from '../../../platform/config/load-config.js';
import { until } from '../../../testing/until.js';
import { Transcriber } from './transcriber.js';

const REFUSAL = 'HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\n\r\n{}';
/** More than what waits on a line by itself. */
const WAVE_BYTES = 64 * 1024 * 1024;

describe('transcriber', () => {
  it('sends no more of the sound once the service has said no', async () => {
    let line: Socket | undefined;
    let received = 0;
    const service = createServer((socket) => {
      line = socket.on('error', () => undefined);
      socket.once('data', (head) => {
        received += head.length;
        socket.pause().write(REFUSAL);
        socket.on('data', (part) => (received += part.length));
      });
    }).listen(0, '127.0.0.1');
    try {
      await once(service, 'listening');
      const TRANSCRIBE_URL = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
      const transcriber = new Transcriber(loadConfig({ STAFF_PASSWORD: 'open sesame', TRANSCRIBE_URL }, os.tmpdir()));
      const wave = new Blob([new Uint8Array(WAVE_BYTES)], { type: 'audio/wav' });
      const work = transcriber.transcribe(wave, new AbortController().signal);
      await expect(work).rejects.toThrow('The transcription service answered 401.');
      line!.resume();
      await until(() => line!.destroyed || received > WAVE_BYTES);
      expect(received).toBeLessThan(WAVE_BYTES);
    } finally {
      line?.destroy();
      service.close();
    }
  });
});
