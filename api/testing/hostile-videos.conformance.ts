import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { CANARY, HOSTILE_VIDEOS, type HostileSetting, makeHostileSources } from './hostile-videos.js';
import { framesApart, H264, makeVideo, picture } from './sample-videos.js';
import { sampleWebm } from './sample-media.js';
import type { VideoTools } from '../media/transcode/video-tools.js';

/** What no driver of VideoTools follows, decodes or waits for. */
export function describeHostileVideos(tools: () => VideoTools): void {
  describe('refuses', () => {
    let folder: string;
    const inFolder = (file: string) => path.join(folder, file);
    beforeAll(async () => {
      folder = await mkdtemp(path.join(os.tmpdir(), 'hostile-'));
    });
    afterAll(() => rm(folder, { recursive: true }));

    const probeBytes = async (bytes: Buffer | string) => {
      await writeFile(inFolder('hostile'), bytes);
      return tools().probe(inFolder('hostile'));
    };

    it.each([
      ['nothing', () => Buffer.alloc(0)],
      ['noise', () => randomBytes(50_000)],
      ['noise behind the head of a WebM', () => Buffer.concat([sampleWebm(0), randomBytes(50_000)])],
      ['text', () => 'Dear producers, here is my story.'],
    ])('%s', async (_name, bytes) => {
      await expect(probeBytes(bytes())).rejects.toMatchObject({
        name: 'VideoProblem',
        message: 'the file is damaged, or it is not a video',
      });
    });

    it('a file that leads to other files or into the network', async () => {
      let requests = 0;
      const server = createServer((_request, response) => response.end(String(requests++)));
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.ts`;
      const secret = await makeVideo(inFolder('secret.mp4'), ...picture('16x16'), ...H264);
      const hostile = [
        `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n${address}\n#EXTINF:9,\nfile:${secret}\n#EXT-X-ENDLIST\n`,
        `ffconcat version 1.0\nfile '${secret}'\n`,
        `v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n`,
        `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"><BaseURL>${address}</BaseURL></MPD>`,
        `<svg xmlns="http://www.w3.org/2000/svg"><image href="${address}"/></svg>`,
      ];
      for (const bytes of hostile) await expect(probeBytes(bytes)).rejects.toMatchObject({ name: 'VideoProblem' });
      await new Promise((resolve) => server.close(resolve));
      expect(requests).toBe(0);
    });

    it('a small file whose picture would fill the memory', async () => {
      const small = ['-f', 'lavfi', '-i', 'color=s=16x16:r=1:d=1', '-c:v', 'mjpeg'];
      const bytes = await readFile(await makeVideo(inFolder('huge.avi'), ...small));
      // The frame header of a JPEG: marker, length, precision, height, width.
      const frameAt = bytes.indexOf(Buffer.from([0xff, 0xc0]));
      bytes.writeUInt16BE(16_000, frameAt + 5);
      bytes.writeUInt16BE(16_000, frameAt + 7);
      await writeFile(inFolder('huge.avi'), bytes);
      const work = tools()
        .probe(inFolder('huge.avi'))
        .then((probed) => tools().playable(inFolder('huge.avi'), probed, inFolder('huge.mp4')));
      await expect(work).rejects.toMatchObject({ name: 'VideoProblem' });
    });

    it('what lasts longer than anyone speaks', async () => {
      const source = await makeVideo(inFolder('endless.mkv'), ...framesApart(7 * 60 * 60), ...H264);
      await expect(tools().probe(source)).rejects.toMatchObject({ code: 'too_long' });
    });

    describe('to read other files, loop or eat memory for', () => {
      let setting: HostileSetting;
      beforeAll(async () => {
        await writeFile(inFolder('attached.txt'), CANARY.repeat(100));
        setting = await makeHostileSources(inFolder);
      });

      it.each(HOSTILE_VIDEOS)('%s: %s', async (_name, outcome, make) => {
        await Promise.all(['made.mp4', 'made.png'].map((made) => rm(inFolder(made), { force: true })));
        await writeFile(inFolder('hostile'), await make(setting));
        const problem = await prepare(tools(), inFolder).then(
          () => null,
          (reason: unknown) => reason,
        );
        if (problem !== null) expect(problem).toMatchObject({ name: 'VideoProblem' });
        if (outcome !== 'either') expect(problem === null ? 'plays' : 'refused').toBe(outcome);
        if (problem !== null) return;
        expect(await isSecret(inFolder('made.png'))).toBe(false);
        const bytes = await readFile(inFolder('made.mp4'));
        expect([bytes.includes(CANARY), bytes.includes('+48.2')]).toEqual([false, false]);
        expect(bytes.length).toBeLessThan(100_000);
        expect(await tools().probe(inFolder('made.mp4'))).toMatchObject({ picture: { width: 64, height: 64 } });
      });

      it('takes the secret video for what it is', async () => {
        const probed = await tools().probe(setting.secret);
        await tools().poster(setting.secret, probed, inFolder('secret.png'));
        expect(await isSecret(inFolder('secret.png'))).toBe(true);
      });

      (existsSync('/proc/self/cmdline') ? it : it.skip)('leaves nothing running', async () => {
        const commands = await runningCommands();
        expect(commands.join('\n')).toContain('jest');
        expect(commands.filter((command) => command.includes(folder))).toEqual([]);
      });
    });
  });
}

/** The colour of the secret video all over the picture would be its own. */
async function isSecret(file: string): Promise<boolean> {
  const { channels } = await sharp(file).stats();
  return channels[0]!.mean > 200 && channels[1]!.mean < 60;
}

async function prepare(tools: VideoTools, inFolder: (file: string) => string): Promise<void> {
  const probed = await tools.probe(inFolder('hostile'));
  await tools.playable(inFolder('hostile'), probed, inFolder('made.mp4'));
  await tools.poster(inFolder('hostile'), probed, inFolder('made.png'));
}

/** The command of every process of this machine, as Linux tells it. */
async function runningCommands(): Promise<string[]> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return Promise.all(processes.map(readCommand));
}

/** Empty for a process that has ended since. */
async function readCommand(pid: string): Promise<string> {
  return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
}
