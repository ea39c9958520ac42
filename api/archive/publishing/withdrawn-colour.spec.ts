import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import type { MyStory } from '../../contract/stories/my-story.js';
import { PRIVACY } from '../../contract/consent/privacy.js';
import type { ReleaseRequest } from '../../contract/videos/releases.js';
import type { ShowcaseVideo } from '../../contract/videos/showcase.js';
import { transcodedVideos, WITH_VIDEO_TOOLS } from '../../testing/transcoded-videos.js';
import { provenPerson } from '../../testing/proven-person.js';
import { PublishedSite } from '../../testing/published-site.js';
import { toDataUrl } from '../../testing/sample-media.js';
import { H264, makeVideo, tone, words } from '../../testing/sample-videos.js';
import { filesContaining, readFiles } from '../../testing/site-files.js';
import { unzip } from '../../testing/unzip.js';
import { ReleaseTimes } from '../videos/releases/release-times.js';
import { SiteExport } from './site-export.js';

/** Conversions on a machine that has other work. */
const PATIENCE_MS = 180_000;
/** In place of a face: colours of no page and no drawing; in a film, an answer, a photo, and of somebody who stays. */
const GREEN = [0, 255, 0];
const YELLOW = [255, 255, 0];
const MAGENTA = [255, 0, 255];
const RED = [255, 0, 0];
const DAY_MS = 86_400_000;
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

function shows(pixels: Buffer, [r = 0, g = 0, b = 0]: number[]): boolean {
  const isClose = (at: number, value: number) => Math.abs(pixels[at]! - value) <= CLOSE;
  let found = 0;
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    if (isClose(at, r) && isClose(at + 1, g) && isClose(at + 2, b) && ++found >= LEAST_PIXELS) return true;
  }
  return false;
}

/** By a colour and the hash of a file: most files are looked into again after each no, and are what they were. */
const known = new Map<string, boolean>();

async function doesShow(file: string, bytes: Buffer, colour: number[]): Promise<boolean> {
  const key = `${colour.join()} ${hash('sha256', bytes)}`;
  const seen = known.get(key);
  if (seen !== undefined) return seen;
  const pixels = await pixelsOf(file, bytes);
  const isShown = pixels !== null && shows(pixels, colour);
  known.set(key, isShown);
  return isShown;
}

const endsOf = (names: string[]) => Array.from(new Set(names.map((name) => path.extname(name)))).toSorted();

const makePhoto = ([r = 0, g = 0, b = 0]: number[]) =>
  sharp({ create: { width: 320, height: 400, channels: 3, background: { r, g, b } } })
    .jpeg()
    .toBuffer();

/** The files below a folder that show it. */
const seenIn = async (root: string, colour: number[]) => {
  const seen: string[] = [];
  for (const [name, bytes] of await readFiles(root)) {
    if (await doesShow(path.join(root, name), bytes, colour)) seen.push(name);
  }
  return seen;
};

describe('a face, here a colour', () => {
  let site: PublishedSite;
  let folder: string;
  /** What `export-site` made of the site while all of it was public, brought up to date since. */
  let copied: string;
  let goes: Awaited<ReturnType<typeof tell>>;
  let isGone = false;
  let stays: Awaited<ReturnType<typeof tell>>;
  /** The ends of the names of all files that show whoever goes, while all of it is public. */
  let whilePublic: string[];
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'withdrawn-colour-'));
    copied = path.join(folder, 'copy');
    site = await PublishedSite.start(WITH_VIDEO_TOOLS);
    goes = await tellGoing();
    stays = await tell('Ben', { film: RED, answer: RED, photo: RED });
    await site.bringUpToDate();
    await copy().writeTo({ folder: copied });
    whilePublic = endsOf(await seenIn(site.inState('site'), GREEN));
  }, PATIENCE_MS);
  // For the second try of a case, after the last one.
  beforeEach(async () => {
    if (isGone) goes = await tellGoing();
    isGone = false;
  });
  afterAll(async () => {
    await site.testApp.close();
    await rm(folder, { recursive: true });
  });

  const copy = () => site.testApp.app.get(SiteExport);
  const makeFilm = async (name: string, colour: number[]) => {
    const shown = ['-f', 'lavfi', '-i', `color=c=0x${Buffer.from(colour).toString('hex')}:s=216x384:r=15:d=1`];
    const file = path.join(folder, `${name}.mp4`);
    return readFile(await makeVideo(file, ...shown, ...tone(), ...H264, ...words('-c:a aac')));
  };
  /** Somebody with a photo, an answer, and a film that is public; each of a colour. */
  async function tell(firstName: string, colours: Record<'film' | 'answer' | 'photo', number[]>) {
    const { browser, id } = await provenPerson(site.testApp, firstName);
    await browser.post('/api/consent/recording').send({ answer: 'yes', version: PRIVACY.version }).expect(200);
    const imageData = toDataUrl(await makePhoto(colours.photo), 'image/jpeg');
    const photo = await browser.post('/api/photos').send({ originalName: 'Me.jpg', imageData }).expect(201);
    const videoData = toDataUrl(await makeFilm(`${firstName}-answer`, colours.answer), 'video/mp4');
    await browser.post('/api/videos/upload-cloud').send({ questionId: 1, title: 'Before', videoData }).expect(201);
    const film = await makeFilm(firstName, colours.film);
    const added = await site.archive.upload(id, { questionId: 1 }, film).expect(201);
    await transcodedVideos(site.testApp);
    const video = added.body as ShowcaseVideo;
    await site.archive.approve(video.id).expect(200);
    return { browser, id, video, photoId: (photo.body as { id: string }).id };
  }
  const tellGoing = () => tell('Anna', { film: GREEN, answer: YELLOW, photo: MAGENTA });
  const say = async (said: Omit<ReleaseRequest, 'cutHash'>) => {
    const { videos } = (await goes.browser.get('/api/my-story').expect(200)).body as MyStory;
    const { cutHash } = videos[0]!.release;
    const answer = goes.browser.post(`/api/my-story/videos/${goes.video.id}/release`);
    await answer.send({ ...said, cutHash }).expect(204);
  };
  const sayYes = async (more: object = {}) => {
    await say({ decision: 'yes', uses: ['archive'], ...more });
    await site.archive.approve(goes.video.id).expect(200);
  };
  /** What anybody but staff and the person themselves can read. */
  const seenByOthers = async (colour: number[]) => {
    await copy().update({ folder: copied });
    const taken = await mkdtemp(path.join(folder, 'download-'));
    const { body } = await stays.browser.get('/api/my-story/download').responseType('blob').expect(200);
    for (const [name, bytes] of await unzip(body as Buffer)) {
      await mkdir(path.dirname(path.join(taken, name)), { recursive: true });
      await writeFile(path.join(taken, name), bytes);
    }
    const places = { site: site.inState('site'), copy: copied, download: taken };
    const seen = await Promise.all(
      Object.entries(places).map(async ([place, root]) => [place, endsOf(await seenIn(root, colour))] as const),
    );
    return Object.fromEntries(seen);
  };
  const everywhere = (colour: number[]) =>
    Promise.all(['site', 'media', 'uploads', 'site-staging'].map((place) => seenIn(site.inState(place), colour))).then(
      (seen) => seen.flat(),
    );
  const NOWHERE = { site: [], copy: [], download: [] };

  it(
    'is seen while it is public, and what was never public in no public file',
    async () => {
      // The film, its poster, its share picture.
      expect(whilePublic).toEqual(expect.arrayContaining(['.jpg', '.mp4']));
      expect(await seenByOthers(GREEN)).toEqual({ site: whilePublic, copy: whilePublic, download: [] });
      expect(await seenByOthers(RED)).toMatchObject({ download: ['.jpg', '.mp4'] });
      for (const colour of [YELLOW, MAGENTA]) {
        expect(await seenByOthers(colour)).toEqual(NOWHERE);
        expect(await seenIn(site.inState('media'), colour)).not.toEqual([]);
      }
    },
    PATIENCE_MS,
  );

  const tomorrow = new Date(Date.now() + DAY_MS).toISOString();
  it.each<[string, () => Promise<unknown>, (() => Promise<unknown>)?]>([
    [
      'hidden',
      () => goes.browser.post('/api/my-story/hide').expect(204),
      () => goes.browser.post('/api/my-story/show').expect(204),
    ],
    ['refused', () => say({ decision: 'no' })],
    ['to be changed first', () => say({ decision: 'change', words: 'Without the last part, please.' })],
    ['for other uses alone', () => say({ decision: 'yes', uses: ['documentary'] })],
    ['for later', () => sayYes({ publicFrom: tomorrow })],
    [
      'over',
      async () => {
        await sayYes({ publicUntil: tomorrow });
        await site.testApp.dataSource.query(
          `UPDATE cut_release SET public_until = public_until - interval '2 days' WHERE participant_id = $1`,
          [goes.id],
        );
        await site.testApp.app.get(ReleaseTimes).look();
      },
    ],
    ['not approved any more', () => site.archive.unapprove(goes.video.id).expect(200)],
  ])(
    'is in no pixel of any file of others once it is %s, and is seen again after a yes',
    async (_, sayNo, sayAgain = sayYes) => {
      await sayNo();
      expect(await seenByOthers(GREEN)).toEqual(NOWHERE);
      await sayAgain();
      expect(await seenByOthers(GREEN)).toEqual({ site: whilePublic, copy: whilePublic, download: [] });
    },
    PATIENCE_MS,
  );

  it(
    'is in no file that leads there by the name of before, once it is found by its link alone or under another name',
    async () => {
      const { userName } = goes.video.user;
      for (const more of [{ linkOnly: true }, { shownName: 'Robin' }]) {
        await sayYes(more);
        await copy().update({ folder: copied });
        for (const root of [site.inState('site'), copied]) {
          const seen = await seenIn(root, GREEN);
          expect(seen).not.toEqual([]);
          expect(seen.filter((name) => name.includes(userName))).toEqual([]);
          if (!('linkOnly' in more)) continue;
          // Whoever reads anything but the story itself finds none of them.
          const { body } = await site.archive.get(`/api/admin/showcase-videos/${goes.video.id}`).expect(200);
          const own = `stories/${(body as ShowcaseVideo).user.userName}/`;
          for (const name of seen) {
            const leading = await filesContaining(root, path.basename(name));
            expect([name, leading.filter((file) => !file.startsWith(own))]).toEqual([name, []]);
          }
        }
        await sayYes();
      }
    },
    PATIENCE_MS,
  );

  it(
    'is in no file at all once it is withdrawn, and others stay',
    async () => {
      const before = await seenByOthers(RED);
      isGone = true;
      const withdraw = (request: object) => goes.browser.post('/api/my-story/withdraw').send(request).expect(200);

      await withdraw({ what: 'photo', id: goes.photoId });
      expect(await everywhere(MAGENTA)).toEqual([]);
      expect(await everywhere(YELLOW)).not.toEqual([]);
      await withdraw({ what: 'story' });
      expect(await everywhere(YELLOW)).toEqual([]);
      expect(await everywhere(GREEN)).toEqual([]);
      expect(await seenByOthers(GREEN)).toEqual(NOWHERE);
      expect(await seenByOthers(RED)).toEqual(before);
    },
    PATIENCE_MS,
  );
});
