import { once } from 'node:events';
import { randomInt } from 'node:crypto';
import net from 'node:net';

/** Below those that a system gives to whoever asks for any port: nobody is given one of these between the look and its use. */
const FIRST_PORT = 12_000;
const LAST_PORT = 30_000;
const TRIES = 100;

/**
 * A port at which nothing listens, for a program that has to be told one.
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (let left = TRIES; left > 0; left--) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (await isFree(port)) return port;
  }
  throw new Error(`Of ${TRIES} ports none was free.`);
}

/** @param {number} port */
async function isFree(port) {
  const server = net.createServer().listen(port);
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
