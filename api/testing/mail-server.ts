import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerAddress, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

/** A mail as a mail server got it. */
interface ReceivedMail {
  from: string;
  to: string[];
  content: Email;
}

/** A mail server on this machine that keeps what it is given. */
export interface MailServer extends AsyncDisposable {
  url: string;
  received: ReceivedMail[];
  /** Whether every mail is refused from now on. */
  refuseAll(isRefusing: boolean): void;
  /** Addresses whose mails are refused. */
  refused: Set<string>;
  /** What it says to mails to these addresses: its code, and then its words. */
  replies: Map<string, string>;
  /** Whether it keeps whoever has a mail waiting from now on. Those who wait are heard when it does no more. */
  hang(isHanging: boolean): void;
  /** How many wait. */
  readonly waiting: number;
}

/** Greets at once: otherwise it looks for a tenth of a second whether a client talks too soon, as senders of spam do. */
class PromptServer extends SMTPServer {
  override connect(...args: Parameters<SMTPServer['connect']>): void {
    super.connect(...args);
    const connection = [...this.connections].at(-1)!;
    connection.connectionReady();
    connection.connectionReady = () => undefined;
  }
}

export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const refused = new Set<string>();
  const replies = new Map<string, string>();
  let isRefusing = false;
  let waiting = 0;
  let hanging: PromiseWithResolvers<void> | null = null;
  const admit = callbackify(async ({ address }: SMTPServerAddress) => {
    waiting += 1;
    await hanging?.promise;
    waiting -= 1;
    const isRefused = isRefusing || refused.has(address);
    const reply = replies.get(address) ?? (isRefused ? `452 <${address}> is full` : null);
    if (reply === null) return;
    const [, code, words] = /^(\d+) (.+)$/s.exec(reply)!;
    throw Object.assign(new Error(words), { responseCode: Number(code) });
  });
  const keep = callbackify(async (stream: SMTPServerDataStream, { envelope }: SMTPServerSession) => {
    const content = await PostalMime.parse(await buffer(stream));
    const from = envelope.mailFrom ? envelope.mailFrom.address : '';
    received.push({ from, to: envelope.rcptTo.map(({ address }) => address), content });
  });
  const server = new PromptServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo: (address, _session, callback) => admit(address, (error) => callback(error)),
    onData: (stream, session, callback) => keep(stream, session, (error) => callback(error)),
  });
  // A line that ends in the middle of a mail: its sender is told by the line, and tries again.
  server.on('error', () => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    refuseAll: (refusing) => (isRefusing = refusing),
    refused,
    replies,
    hang: (isHanging) => {
      hanging?.resolve();
      hanging = isHanging ? Promise.withResolvers<void>() : null;
    },
    get waiting() {
      return waiting;
    },
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
