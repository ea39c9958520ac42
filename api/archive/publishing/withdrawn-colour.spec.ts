import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { preparedVideos, WITH_VIDEO_TOOLS } from '../../testing/prepared.js';
import { provenPerson } from '../../testing/proven-person.js';
import { PublishedSite } from '../../testing/published-site.js';
import { H264, makeVideo, tone, words } from '../../testing/sample-videos.js';
import { readFiles } from '../../testing/site-files.js';

/** Conversions on a machine that has other work. */
const PATIENCE_MS = 180_000;
/** In place of a face: a colour of no page and no drawing, and one of somebody who stays. */
const GREEN = [0, 255, 0];
const RED = [255, 0, 0];
/** Of each channel: what encoders make of a colour. */
const CLOSE = 40;
/** A few pixels may be of any colour; a face that can be known is more. */
const LEAST_PIXELS = 16;
const MOVING = /\.(mp4|webm|m4v|mov)$/;

/** The first picture of it, in whatever it is; null of what is no picture. */
async function pixelsOf(file: string, bytes: Buffer): Promise<Buffer | null> {
  let still = bytes;
  if (MOVING.test(file)) {
    const command = ['-v', 'error', '-i', file, '-frames:v', '1', '-f', 'image2pipe', '-c:v', 'png', 'pipe:1'];
    still = (await promisify(execFile)('ffmpeg', command, { encoding: 'buffer' })).stdout;
  }
  return sharp(still)
    .flatten()
    .toColourspace('srgb')
    .raw()
    .toBuffer()
    .catch(() => null);
}

function shows(pixels: Buffer, colour: number[]): boolean {
  let found = 0;
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const isIt = colour.every((value, channel) => Math.abs(pixels[at + channel]! - value) <= CLOSE);
    if (isIt && ++found >= LEAST_PIXELS) return true;
  }
  return false;
}

describe('a face, here a colour', () => {
  let site: PublishedSite;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'withdrawn-colour-'));
    site = await PublishedSite.start(WITH_VIDEO_TOOLS);
  }, PATIENCE_MS);
  afterAll(async () => {
    await site.testApp.close();
    await rm(folder, { recursive: true });
  });

  const publish = async (firstName: string, colour: string) => {
    const person = await provenPerson(site.testApp, firstName);
    const shown = ['-f', 'lavfi', '-i', `color=c=${colour}:s=216x384:r=15:d=1`];
    const file = await makeVideo(
      path.join(folder, `${firstName}.mp4`),
      ...shown,
      ...tone(),
      ...H264,
      ...words('-c:a aac'),
    );
    const added = await site.archive.upload(person.id, { questionId: 1 }, await readFile(file)).expect(201);
    const { id } = added.body as { id: string };
    await preparedVideos(site.testApp);
    await site.archive.approve(id).expect(200);
    return person;
  };
  /** The ends of the names of all files in which it is seen, below a folder of the state. */
  const seenIn = async (place: string, colour: number[]) => {
    const ends = new Set<string>();
    for (const [name, bytes] of await readFiles(site.inState(place))) {
      const file = path.join(site.inState(place), name);
      const pixels = await pixelsOf(file, bytes);
      if (pixels && shows(pixels, colour)) ends.add(path.extname(name));
    }
    return [...ends].toSorted();
  };

  it(
    'is in no pixel of any file once it is hidden or withdrawn, and others stay',
    async () => {
      const goes = await publish('Anna', '0x00ff00');
      await publish('Ben', '0xff0000');
      await site.bringUpToDate();
      const { body } = await site.testApp.http.get('/api/stories-overview').expect(200);
      expect((body as unknown[]).length).toBe(2);
      const before = await seenIn('site', GREEN);
      // The film, its poster, its share picture.
      expect(before).toEqual(expect.arrayContaining(['.jpg', '.mp4']));
      expect(await seenIn('media', GREEN)).not.toEqual([]);

      await goes.browser.post('/api/my-story/hide').expect(204);
      expect(await seenIn('site', GREEN)).toEqual([]);
      await goes.browser.post('/api/my-story/show').expect(204);
      expect(await seenIn('site', GREEN)).toEqual(before);

      await goes.browser.post('/api/my-story/withdraw').send({ what: 'story' }).expect(200);
      for (const place of ['site', 'media', 'uploads', 'site-staging']) {
        expect([place, await seenIn(place, GREEN)]).toEqual([place, []]);
      }
      expect(await seenIn('site', RED)).toEqual(before);
    },
    PATIENCE_MS,
  );
});
