import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { screen } from '@testing-library/react';
import { showSomeone } from './someone.js';

const item = (firstName: string, said: string) =>
  `<item><title>${firstName}'s Story</title><link>https://example.org/stories/${firstName.toLowerCase()}-2025-03-01</link>` +
  `<description>${said}</description></item>`;
const feed = (...items: string[]) =>
  `<?xml version="1.0"?><rss version="2.0"><channel>${items.join('')}</channel></rss>`;
const SAID = 'On Fridays we danced until the trams had stopped.';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function open(body: string): Promise<HTMLElement> {
  server = createServer((request, response) => {
    response.writeHead(request.url === '/stories/feed.xml' ? 200 : 404);
    response.end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  openAddress(`http://127.0.0.1:${(server.address() as AddressInfo).port}/nowhere`);
  document.body.innerHTML =
    '<figure data-nobody><blockquote></blockquote><figcaption><a href="/stories"></a></figcaption></figure>';
  const place = screen.getByRole('figure');
  showSomeone(place);
  return place;
}

describe('somebody on a page that is made without anybody', () => {
  it('is the newest who says a whole sentence, with the way to the story', async () => {
    const long = `${'and so on '.repeat(20)}…`;
    const place = await open(feed(item('Ben', long), item('Cleo', 'Yes.'), item('Zoë', `No. ${SAID} &lt;b&gt;`)));
    const link = await screen.findByRole('link', { name: "Zoë's Story" });
    expect(link.getAttribute('href')).toBe(encodeURI('/stories/zoë-2025-03-01'));
    expect([place.querySelector('blockquote')?.textContent, 'nobody' in place.dataset]).toEqual([`${SAID} <b>`, false]);
  });

  it('is nobody of whom there is only what we say', async () => {
    await open(feed(item('Ben', 'Ben tells what it is like to live with ME/CFS.'), item('Cleo', SAID)));
    await screen.findByRole('link', { name: "Cleo's Story" });
  });
});
