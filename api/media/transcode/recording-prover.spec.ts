import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { RecordedFacts } from '../../contract/media/recording-proof.js';
import { damageRecording, recordSource, SOURCE_NAMES } from '../../testing/damaged-recordings.js';
import { makeGoodRecording } from '../../testing/good-recordings.js';
import { strangeRecordings } from '../../testing/strange-recordings.js';
import { testSandbox } from '../../testing/media-sandbox.js';
import { picture, PROGRAM_FOLDERS, recordVideo, tone, VP8 } from '../../testing/sample-videos.js';
import { findVideoTools } from './ffmpeg-locator.js';
import type { VideoTools } from './video-tools.js';
import { proveRecording } from './recording-prover.js';

/** So many at a time. */
const AT_ONCE = 4;

async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE) {
    results.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))));
  }
  return results;
}

const FEW = ['-vf', "select='lt(n,2)'"];
const ONE = ['-vf', "select='lt(n,1)'"];
const noiseOf = (length: number) => Buffer.alloc(length, 0xa7);

/** Each shape twice. */
const GOOD_RECORDINGS = 30;

describe('the proof of a recording', () => {
  let tools: VideoTools;
  let folder: string;
  let files = 0;

  beforeAll(async () => {
    tools = (await findVideoTools(PROGRAM_FOLDERS, await testSandbox().open()))!;
    folder = await mkdtemp(path.join(os.tmpdir(), 'proof-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const prove = async (bytes: Buffer, recorded: RecordedFacts) => {
    const file = path.join(folder, `${++files}.bin`);
    await writeFile(file, bytes);
    return proveRecording(tools, file, recorded);
  };

  it('tells how much of it is decoded', async () => {
    const file = path.join(folder, 'told.bin');
    const { bytes, recorded } = await recordSource(folder, SOURCE_NAMES[0]!);
    await writeFile(file, bytes);
    const told: [number, number][] = [];
    await proveRecording(tools, file, recorded, { onDecoded: (share, tookMs) => told.push([share, tookMs]) });
    const [share, tookMs] = told.at(-1)!;
    expect(share).toBeGreaterThan(0.9);
    expect(share).toBeLessThanOrEqual(1);
    expect(tookMs).toBeGreaterThan(0);
  });

  for (const name of SOURCE_NAMES) {
    it(`takes ${name} as it was recorded, and names it damaged in every way`, async () => {
      const source = await recordSource(folder, name);
      expect(await prove(source.bytes, source.recorded)).toBeNull();
      const damaged = await damageRecording(folder, source);
      expect(damaged).toHaveLength(source.recorded.hasPicture ? 15 : 13);
      const verdicts = await inTurns(damaged, async (one) => [one.name, await prove(one.bytes, one.recorded)] as const);
      expect(verdicts.filter(([, flaw]) => flaw === null)).toEqual([]);
      expect(Object.fromEntries(verdicts)).toMatchObject({
        [`${name}, silent`]: 'silent',
        [`${name}, nothing but its head`]: 'unplayable',
        [`${name}, two seconds in each other’s place`]: 'out_of_order',
      });
    });
  }

  it('names whatever else may go wrong on the way', async () => {
    const strange = await strangeRecordings(folder);
    expect(strange.length).toBeGreaterThanOrEqual(49);
    const verdicts = await inTurns(strange, async (one) => [one.name, await prove(one.bytes, one.recorded)] as const);
    expect(verdicts.filter(([, flaw]) => flaw === null)).toEqual([]);
    expect(Object.fromEntries(verdicts)).toMatchObject({
      'a sound that goes on without the picture': 'picture_cut',
      'a picture that goes on without the sound': 'sound_cut',
      'two recordings joined': 'out_of_order',
      'its sound two seconds late': 'apart',
      'its picture in the times of its sound': 'apart',
    });
  });

  it('takes recordings of every shape', async () => {
    const verdicts = await inTurns([...Array(GOOD_RECORDINGS).keys()], async (index) => {
      const { name, file, recorded } = await makeGoodRecording(folder, index);
      return [name, await proveRecording(tools, file, recorded)] as const;
    });
    expect(verdicts.filter(([, flaw]) => flaw !== null)).toEqual([]);
  });

  it('takes pictures that come early once, as those of a camera in the dark', async () => {
    const file = path.join(folder, 'dark.webm');
    const early = ['-vf', "settb=1/1000,setpts='if(eq(N,0),121,78+200*N)'", '-vsync', 'passthrough'];
    const options = ['-f', 'lavfi', '-i', 'testsrc2=s=160x120:r=5:d=3', ...tone(3), ...early];
    await recordVideo(file, 'webm', ...options, '-enc_time_base', '1:1000', ...VP8);
    expect(await proveRecording(tools, file, { seconds: 3, hasSound: true, hasPicture: true })).toBeNull();
  });

  it('excuses what a slow device says that it missed, up to a few seconds', async () => {
    const { bytes, recorded } = await recordSource(folder, 'a voice in WebM');
    expect(await prove(bytes, { ...recorded, seconds: 5, lagSeconds: 2 })).toBeNull();
    expect(await prove(bytes, { ...recorded, seconds: 14.5, lagSeconds: 60 })).toBe('too_short');
  });

  it('takes the few pictures that a slow device encoded, where that is all its recorder handed over', async () => {
    const file = path.join(folder, 'slow.webm');
    await recordVideo(file, 'webm', ...tone(5), ...picture('160x120', 5), ...FEW, ...VP8);
    const recorded = { seconds: 5, hasSound: true, hasPicture: true };
    expect(await proveRecording(tools, file, recorded)).toBe('picture_cut');
    expect(await proveRecording(tools, file, { ...recorded, pictureSeconds: 0.1 })).toBeNull();
    // More came than is there; and so little of so much is no slow device.
    expect(await proveRecording(tools, file, { ...recorded, pictureSeconds: 2 })).toBe('picture_cut');
    const long = path.join(folder, 'frozen.webm');
    await recordVideo(long, 'webm', ...tone(15), ...picture('160x120', 5), ...FEW, ...VP8);
    const frozen = { ...recorded, seconds: 15, pictureSeconds: 0.1 };
    expect(await proveRecording(tools, long, frozen)).toBe('picture_cut');
  });

  it('says that the picture is missing, not that nothing plays, where a device was lost in its first picture', async () => {
    const file = path.join(folder, 'lost.webm');
    await recordVideo(file, 'webm', ...tone(3), ...picture('160x120', 1), ...ONE, ...VP8);
    const bytes = await readFile(file);
    const recorded = { seconds: 3, hasSound: true, hasPicture: true, pictureSeconds: 0 };
    // Its frame header begins with the start code of VP8.
    const at = bytes.indexOf(Buffer.from('9d012a', 'hex'));
    expect(await prove(Buffer.concat([bytes.subarray(0, at), noiseOf(40), bytes.subarray(at + 40)]), recorded)).toBe(
      'no_picture',
    );
  });

  it('asks nothing of a chosen file but that it plays', async () => {
    const { bytes } = await recordSource(folder, 'H.264 in MP4');
    expect(await prove(bytes, {})).toBeNull();
    expect(await prove(bytes, { hasSound: true, hasPicture: true })).toBeNull();
    expect(await prove(Buffer.from('no recording at all'), {})).toBe('unplayable');
  });
});
