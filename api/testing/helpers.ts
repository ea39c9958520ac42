import type { MadeHelperLink } from '../contract/people/helpers.js';
import type { TestApp } from './test-app.js';

/** Makes a link for somebody who helps. */
export async function makeHelperLink(
  { http }: TestApp,
  participant: string,
  name?: string,
): Promise<MadeHelperLink & { token: string }> {
  const { body } = await http.post('/api/helpers').set('Cookie', participant).send({ name }).expect(201);
  const link = body as MadeHelperLink;
  return { ...link, token: link.url.split('#')[1]! };
}

/** Opens a new link of that participant, and returns the cookie of the browser that did. */
export async function openAsHelper(testApp: TestApp, participant: string, name?: string): Promise<string> {
  const { token } = await makeHelperLink(testApp, participant, name);
  const opened = await testApp.http.post('/api/help/session').send({ token }).expect(200);
  return opened.get('Set-Cookie')![0]!.split(';')[0]!;
}
