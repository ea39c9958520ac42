import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { both, framesApart, H264, makeVideo, picture, tone, VP8, words } from './sample-videos.js';
import { canBeMade, VIDEO_SAMPLES, type VideoSample } from './video-samples.js';
import { sniffMedia } from '../media/store/sniff-media.js';
import { describeHostileVideos } from './hostile-videos.conformance.js';
import type { VideoTools } from '../media/transcode/video-tools.js';

const run = promisify(execFile);
/** It can be cut at each second. */
const SPARSE_H264 = [...H264, '-g', '15', '-c:a', 'aac'];
const CANARY = 'filmed at home by Erika Mustermann';

/** What every driver of VideoTools does. */
export function describeVideoTools(name: string, open: () => Promise<VideoTools>): void {
  describe(`${name}, as all video tools,`, () => {
    let tools: VideoTools;
    let folder: string;
    const inFolder = (file: string) => path.join(folder, file);

    beforeAll(async () => {
      tools = await open();
      folder = await mkdtemp(path.join(os.tmpdir(), 'video tools-'));
    });
    afterAll(() => rm(folder, { recursive: true }));

    async function expectPlayable(
      file: string,
      { seconds, size, playedSize = size, channels }: Pick<VideoSample, 'seconds' | 'size' | 'playedSize' | 'channels'>,
    ) {
      const played = await tools.probe(file);
      expect(played).toMatchObject({
        picture: { codec: 'h264', pixelFormat: 'yuv420p', width: playedSize[0], height: playedSize[1] },
        sound: channels > 0 ? { codec: 'aac', channels: Math.min(channels, 2) } : null,
      });
      expect(Math.abs(played.durationSeconds - seconds)).toBeLessThan(0.25);
      const bytes = await readFile(file);
      expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
      return played;
    }

    for (const sample of VIDEO_SAMPLES) {
      const reason = canBeMade(sample) ? '' : ` (not tried: this ffmpeg has no ${sample.needs} to make one with)`;
      (canBeMade(sample) ? it : it.skip)(`make ${sample.name} playable everywhere${reason}`, async () => {
        const source = await sample.make(inFolder(`source.${sample.extension}`));
        expect(await sniffMedia(source)).toMatchObject({ family: 'video' });
        const probed = await tools.probe(source);
        const [width, height] = sample.size;
        expect(probed).toMatchObject({
          picture: { width, height },
          sound: sample.channels > 0 ? { channels: sample.channels } : null,
        });
        expect(Math.abs(probed.durationSeconds - sample.seconds)).toBeLessThan(0.25);
        await tools.playable(source, probed, inFolder('playable.mp4'));
        const played = await expectPlayable(inFolder('playable.mp4'), sample);
        await tools.poster(source, probed, inFolder('poster.png'));
        const poster = await sharp(inFolder('poster.png')).metadata();
        expect([poster.width, poster.height]).toEqual([played.picture?.width, played.picture?.height]);
      });
    }

    it('take sound alone for what it is', async () => {
      const source = await makeVideo(inFolder('sound.webm'), ...tone(1), '-c:a', 'libopus');
      const probed = await tools.probe(source);
      expect(probed).toMatchObject({ picture: null, sound: { codec: 'opus', channels: 1 } });
      await tools.audio(source, probed, inFolder('sound.m4a'));
      const extracted = await tools.probe(inFolder('sound.m4a'));
      expect(extracted).toMatchObject({ picture: null, sound: { codec: 'aac' } });
      expect(Math.abs(extracted.durationSeconds - 1)).toBeLessThan(0.2);
    });

    it('find no sound where its track was cut behind its end', async () => {
      const whole = await makeVideo(inFolder('short-sound.mp4'), ...picture('90x160', 4), ...tone(1), ...SPARSE_H264);
      const source = await makeVideo(inFolder('sound-behind.mp4'), '-ss', '2', '-i', whole, '-c', 'copy');
      expect(await tracksOf(source)).toEqual(['video', 'audio']);
      const probed = await tools.probe(source);
      expect(probed).toMatchObject({ picture: { codec: 'h264' }, sound: null });
      await tools.playable(source, probed, inFolder('soundless.mp4'));
      await expectPlayable(inFolder('soundless.mp4'), { seconds: 2, size: [90, 160], channels: 0 });
    });

    it.each([
      ['is empty', '1'],
      ['broke off within its first frame', 'gt(n\\,0):amount=1'],
    ])('find no picture where its track %s, and keep the sound', async (_, dropped) => {
      const whole = await makeVideo(inFolder('seen.webm'), ...both('90x160'), ...VP8);
      const without = ['-i', whole, '-map', '0', '-c', 'copy', '-bsf:v', `noise=drop=${dropped}`];
      const source = await makeVideo(inFolder('unseen.webm'), ...without);
      expect(await tracksOf(source)).toEqual(['video', 'audio']);
      const probed = await tools.probe(source);
      expect(probed).toMatchObject({ picture: null, sound: { codec: 'opus' } });
      expect(Math.abs(probed.durationSeconds - 1)).toBeLessThan(0.25);
      await tools.audio(source, probed, inFolder('heard.m4a'));
      expect(await tools.probe(inFolder('heard.m4a'))).toMatchObject({ picture: null, sound: { codec: 'aac' } });
    });

    it.each([
      ['every one', 'amount=1'],
      ['every one of two', 'drop=gt(n\\,1):amount=1'],
    ])('say that pictures are damaged where none can be seen: %s', async (_, damaged) => {
      const whole = await makeVideo(inFolder('clear.webm'), ...both('90x160'), ...VP8);
      const noisy = ['-i', whole, '-map', '0', '-c', 'copy', '-bsf:v', `noise=${damaged}`];
      const source = await makeVideo(inFolder('scrambled.webm'), ...noisy);
      const probed = await tools.probe(source);
      expect(probed).toMatchObject({ picture: { codec: 'vp8' }, sound: { codec: 'opus' } });
      await expect(tools.poster(source, probed, inFolder('nothing.png'))).rejects.toMatchObject({ code: 'damaged' });
    });

    it('make a wave of 16 kHz, one channel, 16 bits, without what was told of place and person', async () => {
      const told = ['-metadata', `title=${CANARY}`, '-metadata', `comment=${CANARY}`];
      const source = await makeVideo(inFolder('stereo.webm'), ...both('90x160'), ...VP8, '-ac', '2', ...told);
      expect((await readFile(source)).includes(CANARY)).toBe(true);
      await tools.wave(source, inFolder('speech.wav'));
      const wave = await readFile(inFolder('speech.wav'));
      const [channels, rate, bits] = [wave.readUInt16LE(22), wave.readUInt32LE(24), wave.readUInt16LE(34)];
      expect({ head: wave.toString('latin1', 0, 4), channels, rate, bits }).toEqual({
        head: 'RIFF',
        channels: 1,
        rate: 16_000,
        bits: 16,
      });
      expect(Math.abs(wave.length / 32_000 - 1)).toBeLessThan(0.1);
      expect(wave.includes(CANARY)).toBe(false);
    });

    it('copy what is fine already, without what it tells of place and person', async () => {
      const told = ['-metadata', 'title=a secret', '-metadata', 'location=+48.2+016.4/'];
      const source = await makeVideo(inFolder('told.mp4'), ...both('90x160'), ...H264, '-c:a', 'aac', ...told);
      expect((await readFile(source)).includes('a secret')).toBe(true);
      const target = inFolder('copied.mp4');
      await tools.playable(source, await tools.probe(source), target);
      expect(await md5OfPictures(target)).toBe(await md5OfPictures(source));
      expect(await md5OfSound(target)).toBe(await md5OfSound(source));
      const bytes = await readFile(target);
      expect([bytes.includes('a secret'), bytes.includes('+48.2')]).toEqual([false, false]);
    });

    it('leave of a camera’s H.264 the pictures alone, copied or bare', async () => {
      const uuid = '086f3693-b7b3-4f2c-9653-21492feee5b8';
      const told = ['-bsf:v', `h264_metadata=sei_user_data=${uuid}+${CANARY}`];
      const source = await makeVideo(inFolder('camera.mp4'), ...both('90x160'), ...H264, '-c:a', 'aac', ...told);
      expect((await readFile(source)).includes(CANARY)).toBe(true);
      const probed = await tools.probe(source);
      await tools.playable(source, probed, inFolder('plays.mp4'));
      await tools.bare(source, probed, inFolder('bare.mp4'));
      for (const made of ['plays.mp4', 'bare.mp4']) {
        expect((await readFile(inFolder(made))).includes(CANARY)).toBe(false);
        expect(await md5OfPictures(inFolder(made))).toBe(await md5OfPictures(source));
      }
    });

    it('leave out of a WebM what is hidden beside the pictures', async () => {
      const transparent = words('-vf format=yuva420p -c:v libvpx -auto-alt-ref 0 -pix_fmt yuva420p');
      const source = await makeVideo(inFolder('beside.webm'), ...picture('90x160'), ...transparent);
      const probed = await tools.probe(source);
      await tools.bare(source, probed, inFolder('alone.webm'));
      const sideData = ['-show_entries', 'packet_side_data=side_data_type', '-of', 'csv=p=0'];
      const { stdout } = await run('ffprobe', ['-v', 'error', ...sideData, inFolder('alone.webm')]);
      expect(stdout.trim()).toBe('');
      expect(await md5OfPictures(inFolder('alone.webm'))).toBe(await md5OfPictures(source));
    });

    it('choose a frame that is not black for the poster', async () => {
      const dark = words('-f lavfi -i color=black:s=90x160:r=15:d=2 -f lavfi -i color=white:s=90x160:r=15:d=1');
      const source = await makeVideo(inFolder('dark.mp4'), ...dark, '-filter_complex', 'concat=n=2', ...H264);
      await tools.poster(source, await tools.probe(source), inFolder('bright.png'));
      const { channels } = await sharp(inFolder('bright.png')).stats();
      expect(channels[0]!.mean).toBeGreaterThan(200);
    });

    it('make do with black where there is nothing else', async () => {
      const black = words('-f lavfi -i color=black:s=90x160:r=15:d=1');
      const source = await makeVideo(inFolder('black.mp4'), ...black, ...H264);
      await tools.poster(source, await tools.probe(source), inFolder('black.png'));
      expect(await sharp(inFolder('black.png')).metadata()).toMatchObject({ width: 90, height: 160 });
    });

    it('make of a truncated file what there is, and tell how long that really is', async () => {
      const whole = await readFile(await makeVideo(inFolder('whole.webm'), ...both('90x160', 4), ...VP8));
      const source = inFolder('truncated.webm');
      await writeFile(source, whole.subarray(0, whole.length / 2));
      const probed = await tools.probe(source);
      expect(probed.durationSeconds).toBeGreaterThan(0.5);
      expect(probed.durationSeconds).toBeLessThan(3.5);
      await tools.playable(source, probed, inFolder('part.mp4'));
      const { durationSeconds: seconds } = probed;
      await expectPlayable(inFolder('part.mp4'), { seconds, size: [90, 160], channels: 1 });
    });

    it('do not fill a jump in time with frames', async () => {
      const source = await makeVideo(inFolder('jump.mkv'), ...framesApart(3 * 60 * 60), ...H264);
      const probed = await tools.probe(source);
      await tools.playable(source, probed, inFolder('jump.mp4'));
      expect((await stat(inFolder('jump.mp4'))).size).toBeLessThan(20_000);
    });

    it('stop at once when they are told to', async () => {
      const source = await makeVideo(inFolder('long.webm'), ...both('90x160'), ...VP8);
      const probed = await tools.probe(source);
      const stopping = new AbortController();
      const work = tools.playable(source, probed, inFolder('never.mp4'), { signal: stopping.signal });
      stopping.abort();
      await expect(work).rejects.toThrow(/stopped|aborted/);
      await expect(tools.probe(source, { signal: stopping.signal })).rejects.toThrow(/aborted/);
    });

    describeHostileVideos(() => tools);
  });
}

/** Decoded: what cameras write between the pictures does not count. */
async function md5OfPictures(file: string): Promise<string> {
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', file, '-map', '0:V:0', '-f', 'md5', '-']);
  return stdout;
}

/** As its head tells them. */
async function tracksOf(file: string): Promise<string[]> {
  const { stdout } = await run('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    'stream=codec_type',
    '-of',
    'csv=p=0',
    file,
  ]);
  return stdout.trim().split('\n');
}

/** As it is stored. */
async function md5OfSound(file: string): Promise<string> {
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', file, '-map', '0:a', '-c', 'copy', '-f', 'md5', '-']);
  return stdout;
}
