import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { CurrentUser, RegisterResponse } from '../../api/contract/participants.ts';
import type { ShowcaseVideo } from '../../api/contract/showcase.ts';
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

    expect(await participant.send<CurrentUser>('GET', '/api/auth/user')).toMatchObject({ ...user });
    const page = await request.get(`${server.url}/stories/${story.userName}`);
    expect(page.status()).toBe(200);
    expect(await page.text()).toContain('I sang.');
  } finally {
    await server.dispose();
  }
});

test('a conversion in whose middle the process was killed is done after the next start', async ({ request }) => {
  const clip = await largeClip();
  test.skip(clip === null, 'There is no ffmpeg on this machine.');
  const server = await Server.start({ FFMPEG_PATH: '' });
  try {
    const story = { firstName: 'Ines', questionId: 1, transcript: 'I danced.', clip: clip! };
    const { staff, videoId } = await publishStory(server, story);
    const state = async () => {
      const [video] = await staff.send<ShowcaseVideo[]>('GET', '/api/admin/showcase-videos/approved');
      return video?.preparation?.state;
    };
    await expect.poll(state, { intervals: [50], timeout: 60_000 }).toBe('working');
    await server.kill();
    await server.start();
    await expect.poll(state, { timeout: 90_000 }).toBe('ready');
    // The pages follow what was made.
    const playable = async () => {
      const answer = await request.get(`${server.url}/media/${videoId}.mp4`);
      return [answer.status(), answer.headers()['content-type']];
    };
    await expect.poll(playable).toEqual([200, 'video/mp4']);
  } finally {
    await server.dispose();
  }
});

/** Quickly made, slow to convert: in 4K. Null where nothing can make it. */
async function largeClip(): Promise<Buffer | null> {
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=3840x2160:r=15:d=2'];
  const written = ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-f', 'matroska', 'pipe:1'];
  const command = ['-v', 'error', ...picture, ...written];
  const made = promisify(execFile)('ffmpeg', command, { encoding: 'buffer', maxBuffer: 200_000_000 });
  return made.then(
    ({ stdout }) => stdout,
    () => null,
  );
}
