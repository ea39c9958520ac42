import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Tries the port before anything else is started.
 * @throws Error with a sentence that says what to do when it cannot be listened on
 */
export async function assertPortIsFree(host: string, port: number): Promise<void> {
  const probe = createServer();
  try {
    await once(probe.listen(port, host), 'listening');
  } catch (error) {
    throw new Error(describe(error as NodeJS.ErrnoException, host, port), { cause: error });
  }
  await new Promise((resolve) => probe.close(resolve));
}

function describe({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  const isForeignAddress = `HOST is ${host}, which is no address of this machine.`;
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use already. Stop what uses it, or set PORT to another one.`,
    EACCES: `This user may not listen on port ${port}. Set PORT to one above 1023.`,
    EADDRNOTAVAIL: isForeignAddress,
    ENOTFOUND: isForeignAddress,
  };
  return sentences[code ?? ''] ?? `Cannot listen on ${host}, port ${port}: ${message}`;
}
