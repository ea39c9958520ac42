import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { assertPortIsFree } from './port-check.js';

let taken: Server;
const port = () => (taken.address() as AddressInfo).port;

beforeEach(async () => {
  taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
});
afterEach(() => void taken.close());

describe('assertPortIsFree', () => {
  it('leaves a free port free', async () => {
    const free = port();
    taken.close();
    await once(taken, 'close');
    await assertPortIsFree('127.0.0.1', free);
    await expect(assertPortIsFree('127.0.0.1', free)).resolves.toBeUndefined();
  });
});

describe('refuses', () => {
  it('a port that is taken', async () => {
    await expect(assertPortIsFree('127.0.0.1', port())).rejects.toThrow(
      `Port ${port()} is in use already. Stop what uses it, or set PORT to another one.`,
    );
  });

  it('a host that is not this machine', async () => {
    await expect(assertPortIsFree('192.0.2.1', port())).rejects.toThrow(
      'HOST is 192.0.2.1, which is no address of this machine.',
    );
  });
});
