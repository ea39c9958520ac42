import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { CLAP_SECONDS, clapPicture, clapSound, readClaps } from '../../testing/claps.js';
import { testSandbox } from '../../testing/media-sandbox.js';
import {
  H264,
  makeVideo,
  picture,
  PROGRAM_FOLDERS,
  recordVideo,
  tone,
  VP8,
  words,
} from '../../testing/sample-videos.js';
import { sniffMedia } from '../store/sniff-media.js';
import { gainOf } from './ffmpeg-join.js';
import { findVideoTools } from './ffmpeg-locator.js';
import type { VideoTools } from './video-tools.js';

const run = promisify(execFile);

/** As far as picture and sound may be from each other, and from their moment, at the end. */
const DRIFT_SECONDS = 0.04;

describe('recordings that are joined', () => {
  let tools: VideoTools;
  let folder: string;
  let joins = 0;
  const inFolder = (name: string) => path.join(folder, name);
  const join = async (...sources: string[]) => {
    const target = inFolder(`${++joins}/joined.mp4`);
    await mkdir(path.dirname(target));
    const pieces = await Promise.all(sources.map(async (source) => ({ source, probed: await tools.probe(source) })));
    await tools.join(pieces, target);
    return target;
  };

  beforeAll(async () => {
    tools = (await findVideoTools(PROGRAM_FOLDERS, await testSandbox().open()))!;
    folder = await mkdtemp(path.join(os.tmpdir(), 'join-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('play one after the other, of any size, shape and codec, without a dark moment', async () => {
    const upright = await recordVideo(inFolder('a.webm'), 'webm', ...picture('90x160', 2), ...tone(2), ...VP8);
    const lying = await makeVideo(
      inFolder('b.mp4'),
      ...picture('160x90'),
      ...words('-f lavfi -i sine=d=1,volume=0.05'),
      ...H264,
    );
    const voice = await makeVideo(inFolder('c.webm'), ...tone(1), '-c:a', 'libopus');
    const silent = await makeVideo(inFolder('d.mp4'), ...picture('90x160'), ...H264);
    const joined = await join(upright, lying, voice, silent);
    const probed = await tools.probe(joined);
    expect(probed).toMatchObject({
      picture: { codec: 'h264', pixelFormat: 'yuv420p', width: 90, height: 160 },
      sound: { codec: 'aac', channels: 1 },
    });
    expect(Math.abs(probed.durationSeconds - 5)).toBeLessThan(0.1);
    expect(await sniffMedia(joined)).toMatchObject({ family: 'video' });
    expect(await detect(joined, words('-vf blackdetect=d=0.01:pix_th=0.05'))).not.toContain('black_start');
    // The quiet one is heard, and nothing is cut between the pieces: only the last has no sound.
    const quiet = await detect(joined, words('-af silencedetect=n=-45dB:d=0.1'));
    expect(quiet.match(/silence_start: [\d.]+/g)).toEqual([expect.stringMatching(/: (3\.9|4)/)]);
  });

  it('keep every light on its tone, at its moment, over twelve of several recorders and voices', async () => {
    const vp8 = words('-c:v libvpx -deadline realtime -c:a libopus');
    const h264 = [...H264, ...words('-c:a aac -movflags empty_moov+default_base_moof -frag_duration 500000')];
    // As of a device that is slow its picture begins after its sound.
    const late = [...words('-itsoffset 0.3'), ...clapPicture('96x160', 30, 1.2, CLAP_SECONDS - 0.3)];
    const upright = inFolder('clap-upright.webm');
    const lying = inFolder('clap-lying.webm');
    const phone = inFolder('clap-phone.mp4');
    const slow = inFolder('clap-slow.mp4');
    const voice = inFolder('clap-voice.webm');
    const memo = inFolder('clap-memo.m4a');
    await recordVideo(upright, 'webm', ...clapPicture('90x160', 30, 1.37), ...clapSound(48_000, 1.31), ...vp8);
    await recordVideo(lying, 'webm', ...clapPicture('160x90', 24, 1.21), ...clapSound(44_100, 1.4), ...vp8);
    await recordVideo(phone, 'mp4', ...clapPicture('96x160', 20, 1.33), ...clapSound(44_100, 1.33), ...h264);
    await recordVideo(slow, 'mp4', ...late, ...clapSound(48_000, 1.5), ...h264);
    await recordVideo(voice, 'webm', ...clapSound(48_000, 1.03), '-c:a', 'libopus');
    await makeVideo(memo, ...clapSound(44_100, 1.17), '-c:a', 'aac');
    const once = [upright, voice, lying, phone, memo, slow];
    const pieces = [...once, ...once.toReversed()];
    const probed = await Promise.all(once.map(async (piece) => (await tools.probe(piece)).durationSeconds));
    const lengths = [...probed, ...probed.toReversed()];
    const due = lengths.map((_, index) => lengths.slice(0, index).reduce((sum, one) => sum + one, CLAP_SECONDS));
    const isSeen = pieces.map((piece) => piece !== voice && piece !== memo);

    const { lights, tones, blackFrames } = await readClaps(await join(...pieces));
    expect([tones.length, lights.length, blackFrames]).toEqual([12, 8, 0]);
    const seen = tones.filter((_, index) => isSeen[index]);
    expect(farthest(lights, seen)).toBeLessThanOrEqual(DRIFT_SECONDS);
    expect(farthest(tones, due)).toBeLessThanOrEqual(DRIFT_SECONDS);
  }, 240_000);

  it('are sound alone where nothing else was recorded', async () => {
    const voice = await makeVideo(inFolder('f.webm'), ...tone(1), '-c:a', 'libopus');
    const joined = await join(voice, voice);
    expect(await tools.probe(joined)).toMatchObject({ picture: null, sound: { codec: 'aac' } });
    expect(await sniffMedia(joined)).not.toBeNull();
  });

  it('become equally loud, but a silent room is left as it is', () => {
    expect(gainOf(report('-28.50'))).toBeCloseTo(10.5);
    expect(gainOf(report('-48'))).toBe(24);
    expect(gainOf(report('-61'))).toBe(0);
    expect(gainOf(report('-inf'))).toBe(0);
    expect(gainOf('')).toBe(0);
  });
});

/** Where it is quiet, and where it is dark, as ffmpeg tells it. */
async function detect(file: string, filter: string[]): Promise<string> {
  const { stderr } = await run('ffmpeg', ['-hide_banner', '-i', file, ...filter, '-f', 'null', '-']);
  return stderr;
}

function report(loudness: string): string {
  return `{ "input_i" : "${loudness}" }`;
}

/** How far any of these moments is from where it should be. */
function farthest(moments: number[], due: number[]): number {
  return Math.max(...due.map((moment, index) => Math.abs(moment - moments[index]!)));
}
