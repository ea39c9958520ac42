import type { CurrentUser, RegisterResponse } from '../../api/contract/participants.ts';
import { Client } from '../lib/client.ts';
import { recordClip } from './support/clip.ts';
import { expect, test } from './support/journey-test.ts';
import { publishStory } from './support/publish-story.ts';
import { Server } from './support/server.ts';

test('what was saved and published is still there after the process was killed', async ({ browser, request }) => {
  const server = await Server.start();
  try {
    const participant = new Client(server.url);
    const registration = { firstName: 'Noor', lastName: 'Haddad', email: 'noor@example.org' };
    const { user } = await participant.send<RegisterResponse>('POST', '/api/register', registration);
    const clip = await recordClip(browser);
    const story = await publishStory(server, { firstName: 'Mateo', questionId: 1, transcript: 'I sang.', clip });

    await server.kill();
    await server.start();

    expect(await participant.send<CurrentUser>('GET', '/api/auth/user')).toEqual(user);
    const page = await request.get(`${server.url}/stories/${story.userName}`);
    expect(page.status()).toBe(200);
    expect(await page.text()).toContain('I sang.');
  } finally {
    await server.dispose();
  }
});
