import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { BareCopies1700000000120 } from '../../platform/database/migrations/1700000000120-bare-copies.js';
import type { ShowcaseVideo } from '../../contract/videos/showcase.js';
import type { StoryVideo, UserStory } from '../../contract/stories/stories.js';
import { transcodedVideos, WITH_VIDEO_TOOLS } from '../../testing/transcoded-videos.js';
import { PublishedSite, storyOf } from '../../testing/published-site.js';
import { keepPublicCopy } from '../../testing/public-copy.js';
import { both, H264, makeVideo, PROGRAM_FOLDERS, VP8, words } from '../../testing/sample-videos.js';
import { filesContaining } from '../../testing/site-files.js';
import { until } from '../../testing/until.js';

/** So many videos take their time on a machine that has other work. */
const PATIENCE_MS = 300_000;

const CANARY = 'canaryErikaMustermann';
const PLACE = '+48.2082+016.3738';
const SEI = `h264_metadata=sei_user_data=086f3693-b7b3-4f2c-9653-21492feee5b8+${CANARY}Camera`;

const TAGS = [
  'title',
  'artist',
  'comment',
  'copyright',
  'com.apple.quicktime.model',
  'service_name',
  'service_provider',
];
/** Everything of the person that a command line can put into a file. */
const told = [
  ...TAGS.flatMap((tag) => ['-metadata', `${tag}=${CANARY} ${tag}`]),
  ...words(`-metadata location=${PLACE}/ -metadata creation_time=2019-07-08T09:10:11Z -timecode 01:02:03:04`),
  ...['v', 'a'].flatMap((kind) => [
    '-metadata:s:' + kind,
    `title=${CANARY} ${kind}`,
    '-metadata:s:' + kind,
    `handler_name=${CANARY}`,
  ]),
];

let folder: string;
let site: PublishedSite;
const inFolder = (name: string) => path.join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'public-bytes-'));
  const subtitles = `1\n00:00:00,000 --> 00:00:01,000\n${CANARY} says\n`;
  const chapters = `;FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=500\ntitle=${CANARY} chapter\n`;
  await writeFile(inFolder('told.srt'), subtitles);
  await writeFile(inFolder('told.txt'), chapters);
  await writeFile(inFolder('attached.txt'), `${CANARY} attached`);
});
afterAll(() => rm(folder, { recursive: true }));

/** A picture and a sound, with subtitles and chapters. */
const withWords = () => [...both('64x96'), '-i', inFolder('told.srt'), '-i', inFolder('told.txt')];
const ALL = words('-map 0 -map 1 -map 2 -map_metadata 3 -map_chapters 3');

/** A box of an MP4 behind everything else, as editors and cameras add them. */
async function addBox(file: string, type: string, content: string): Promise<string> {
  const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(type + content, 'latin1')]);
  bytes.writeUInt32BE(bytes.length);
  await writeFile(file, Buffer.concat([await readFile(file), bytes]));
  return file;
}

const XMP = `\xbe\x7a\xcf\xcb\x97\xa9\x42\xe8\x9c\x71\x99\x94\x91\xe3\xaf\xac<x:xmpmeta>${CANARY}</x:xmpmeta>`;

/** How it is made, and what the public plays before it is converted: null where that has to be waited for. */
const CONTAINERS: [name: string, copy: 'mp4' | 'webm' | null, make: (file: string) => Promise<string>][] = [
  [
    'mov',
    'mp4',
    (file) =>
      makeVideo(file, ...withWords(), ...ALL, ...H264, '-bsf:v', SEI, ...words('-c:a aac -c:s mov_text'), ...told),
  ],
  [
    'mp4',
    'mp4',
    async (file) =>
      addBox(
        await makeVideo(
          file,
          ...withWords(),
          ...ALL,
          ...H264,
          ...words('-c:a aac -c:s mov_text -movflags use_metadata_tags'),
          ...told,
        ),
        'uuid',
        XMP,
      ),
  ],
  ['m4v', 'mp4', (file) => makeVideo(file, ...both('64x96'), ...H264, ...words('-c:a aac -f mp4 -brand M4V'), ...told)],
  ['3gp', 'mp4', (file) => makeVideo(file, ...both('64x96'), ...H264, ...words('-c:a aac'), ...told)],
  ['webm', 'webm', (file) => makeVideo(file, ...both('64x96'), ...VP8, ...told)],
  [
    'mkv',
    'mp4',
    (file) =>
      makeVideo(
        file,
        ...withWords(),
        ...ALL,
        ...H264,
        '-bsf:v',
        SEI,
        ...words('-c:a aac -c:s srt'),
        '-attach',
        inFolder('attached.txt'),
        ...words('-metadata:s:t mimetype=text/plain'),
        ...told,
      ),
  ],
  [
    'ts',
    'mp4',
    (file) => makeVideo(file, ...both('64x96'), ...H264, '-bsf:v', SEI, ...words('-c:a aac -f mpegts'), ...told),
  ],
  [
    'hevc.mov',
    null,
    (file) =>
      makeVideo(
        file,
        ...both('64x96'),
        ...words('-c:v libx265 -x265-params log-level=error -preset ultrafast -c:a aac'),
        ...told,
      ),
  ],
  ['avi', null, (file) => makeVideo(file, ...both('64x96'), ...words('-c:v mpeg4 -c:a mp2'), ...told)],
  [
    'mpg',
    null,
    (file) => makeVideo(file, ...both('64x96'), ...words('-c:v mpeg1video -r 25 -c:a mp2 -f mpeg'), ...told),
  ],
  ['ogv', null, (file) => makeVideo(file, ...both('64x96'), ...words('-c:v libtheora -c:a libvorbis'), ...told)],
  ['wmv', null, (file) => makeVideo(file, ...both('64x96'), ...words('-c:v wmv2 -c:a wmav2'), ...told)],
  ['flv', null, (file) => makeVideo(file, ...both('64x96'), ...words('-c:v flv -c:a libmp3lame'), ...told)],
];

async function storyVideo({ user }: ShowcaseVideo): Promise<StoryVideo> {
  const { body } = await site.testApp.http.get(`/api/user-story/${user.userName}`).expect(200);
  return (body as UserStory).videos[0]!;
}

const upload = async (bytes: Buffer) => {
  const { body } = await site.archive.upload(await site.archive.register(), { questionId: 1 }, bytes).expect(201);
  return body as ShowcaseVideo;
};

/** The files of the public tree that tell anything of the person. */
async function tellingFiles(): Promise<string[]> {
  const tells = [CANARY, PLACE, CANARY.split('').join('\0')];
  const found = await Promise.all(tells.map((text) => filesContaining(site.inState('site'), text)));
  return found.flat();
}

/** The times of an MP4's heads, of the movie, of its first track and of its media; a WebM has none. */
function timesIn(bytes: Buffer): number[] {
  const heads = ['mvhd', 'tkhd', 'mdhd'].map((type) => bytes.indexOf(type));
  return heads.map((at) => (at === -1 ? 0 : bytes.readUInt32BE(at + 8)));
}

describe('what is public of a video', () => {
  afterEach(() => site.testApp.close());

  it(
    'tells nothing that its file told, whatever container that is, before it is converted and after',
    async () => {
      site = await PublishedSite.start(WITH_VIDEO_TOOLS);
      const videos: ShowcaseVideo[] = [];
      for (const [name, copy, make] of CONTAINERS) {
        const video = await upload(await readFile(await make(inFolder(`source.${name}`))));
        videos.push(video);
        await putOff(video, '1 hour');
        await site.archive.approve(video.id).expect(200);
        await site.get(storyOf(video)).expect(200);
        const { videoUrl, mimeType } = await storyVideo(video);
        expect([name, mimeType]).toEqual([name, copy && `video/${copy}`]);
        if (copy === null) continue;
        const { body } = await site.get(videoUrl!).expect(200).responseType('blob');
        expect([name, timesIn(body as Buffer)]).toEqual([name, [0, 0, 0]]);
      }
      expect(await tellingFiles()).toEqual([]);
      const earlier = await Promise.all(videos.map(async (video) => (await storyVideo(video)).videoUrl));
      for (const video of videos) await putOff(video, '-1 second');
      await site.testApp.restart();
      for (const [index, video] of videos.entries()) {
        await until(async () => (await storyVideo(video)).audioUrl !== null);
        const { videoUrl, audioUrl, posterUrl, mimeType } = await storyVideo(video);
        expect(mimeType).toBe('video/mp4');
        // What somebody may be watching stays where it is, and was the copy from the beginning.
        for (const address of [videoUrl, audioUrl, posterUrl, earlier[index] ?? videoUrl]) {
          await until(async () => (await site.get(address!)).status === 200);
        }
      }
      expect(await tellingFiles()).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    'waits on a server without video tools, while its page is live, and plays once there are some',
    async () => {
      site = await PublishedSite.start();
      const { id, user } = await upload(await readFile(await CONTAINERS[0]![2](inFolder('source.mov'))));
      await until(async () => (await transcodedVideos(site.testApp))[0]?.state === 'off');
      const { body } = await site.archive.approve(id).expect(200);
      const video = body as ShowcaseVideo;
      expect(video).toMatchObject({
        isApproved: true,
        isShown: true,
        isWatchable: false,
        preparation: { state: 'off' },
      });
      await site.get(storyOf(video)).expect(200);
      expect(await storyVideo(video)).toMatchObject({ videoUrl: null, mimeType: null, fileSize: null });
      expect(await tellingFiles()).toEqual([]);
      expect((await site.archive.get(video.videoUrl!).expect(200)).headers['content-type']).toBe('video/quicktime');
      Object.assign(site.testApp.config, { programFolders: PROGRAM_FOLDERS });
      await site.restart();
      await until(async () => (await storyVideo({ ...video, user })).videoUrl !== null);
      await until(async () => (await site.get((await storyVideo(video)).videoUrl!)).status === 200);
      expect(await tellingFiles()).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    'is taken back where an earlier version of this server has published the file itself',
    async () => {
      site = await PublishedSite.start();
      const bytes = await readFile(await CONTAINERS[0]![2](inFolder('source.mov')));
      const video = await upload(bytes);
      // As that version did.
      await keepPublicCopy(site.testApp, video.id);
      await site.archive.approve(video.id).expect(200);
      const address = `/media/${video.id}.mov`;
      await site.get(address).expect(200);
      expect(await tellingFiles()).not.toEqual([]);
      const { dataSource } = site.testApp;
      const [{ view }] = await dataSource.query<[{ view: string }]>(`SELECT pg_get_viewdef('public_video') AS view`);
      await dataSource.query('DROP VIEW public_video');
      for (const direction of ['down', 'up'] as const) {
        const runner = dataSource.createQueryRunner();
        await runner.startTransaction();
        await new BareCopies1700000000120()[direction](runner);
        await runner.commitTransaction();
        await runner.release();
      }
      await dataSource.query(`CREATE VIEW public_video AS ${view}`);
      await site.restart();
      await site.get(address).expect(404);
      expect(await tellingFiles()).toEqual([]);
      const [row] = await site.testApp.dataSource.query<unknown[]>(
        'SELECT line, copy_state AS "copyState" FROM video_preparation',
      );
      expect(row).toEqual({ line: 'approved', copyState: 'wanted' });
    },
    PATIENCE_MS,
  );
});

/** Its conversion begins after that time. */
async function putOff({ id }: ShowcaseVideo, interval: string): Promise<void> {
  await site.testApp.dataSource.query(
    `UPDATE video_preparation SET state = 'waiting', claim = NULL, claimed_until = now() + $2::interval
     WHERE media_id = (SELECT media_id FROM showcase_video WHERE id = $1)`,
    [id, interval],
  );
}
