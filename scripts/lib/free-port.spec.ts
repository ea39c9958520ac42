import { once } from 'node:events';
import net from 'node:net';
import { freePort } from './free-port.mjs';

/** From here on Linux gives ports to whoever asks for any; other systems begin later. */
const GIVEN_FROM = 32_768;

describe('freePort', () => {
  it('is one at which can be listened, and that is given to nobody else', async () => {
    const servers: net.Server[] = [];
    try {
      for (let times = 0; times < 20; times++) {
        const port = await freePort();
        expect(port).toBeLessThan(GIVEN_FROM);
        const server = net.createServer().listen(port);
        servers.push(server);
        await once(server, 'listening');
      }
    } finally {
      for (const server of servers) server.close();
    }
  });
});
