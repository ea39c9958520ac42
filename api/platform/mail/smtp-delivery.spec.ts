import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { SmtpDelivery } from './smtp-delivery.js';

const LONG = { connectionTimeout: 60_000, greetingTimeout: 60_000, socketTimeout: 60_000, dnsTimeout: 60_000 };

describe('a mail server that says nothing', () => {
  it.each([
    ['from the beginning', '', { greetingTimeout: 100 }],
    ['after its greeting', '220 mail.example.org\r\n', { socketTimeout: 100 }],
  ])('%s keeps nobody waiting', async (_when, greeting, short) => {
    const sockets: net.Socket[] = [];
    const server = net.createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined).write(greeting);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    try {
      const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const sent = new SmtpDelivery(url, { ...LONG, ...short }).deliver({ to: 'anna@example.org', text: 'Hello' });
      await expect(sent).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    } finally {
      for (const socket of sockets) socket.destroy();
      server.close();
    }
  });
});
