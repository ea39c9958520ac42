import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readHandedOver } from './handed-over.js';

const run = promisify(execFile);
const FRAGMENTS = '-movflags empty_moov+default_base_moof -frag_duration 500000';
const PICTURE = '-f lavfi -i testsrc2=s=96x160:r=10:d=2';
const SOUND = '-f lavfi -i sine=d=3';
/** A second and a half of the sound is missing. */
const HOLED = '-f lavfi -i sine=d=3 -af aselect=lt(t\\,1)+gt(t\\,2.5)';

/** As a recorder writes it: on and on, so that its head knows no length. */
async function record(format: string, options: string): Promise<Blob> {
  const command = ['-v', 'error', ...options.split(' '), '-f', format, 'pipe:1'];
  const { stdout } = await run('ffmpeg', command, { encoding: 'buffer', maxBuffer: 10_000_000 });
  return new Blob([stdout]);
}

describe('what a recorder handed over', () => {
  const recorders = [
    ['webm', '-c:v libvpx -deadline realtime -c:a libopus'],
    ['matroska', '-c:v libx264 -preset ultrafast -c:a libopus'],
    ['mp4', `-c:v libx264 -preset ultrafast -c:a aac ${FRAGMENTS}`],
    [
      'mp4',
      `-c:v libx264 -preset ultrafast -c:a libopus -strict -2 -frag_duration 500000 -movflags empty_moov+separate_moof`,
    ],
  ] as const;

  it.each(recorders)('is read from %s %s: the picture and the sound alone', async (format, codecs) => {
    const both = await readHandedOver(await record(format, `${PICTURE} ${SOUND} ${codecs}`));
    expect(both!.sound! / 3).toBeCloseTo(1, 1);
    expect(both!.picture! / 2).toBeCloseTo(1, 0);
    expect(both!.pictures).toBe(20);
    const voice = await readHandedOver(await record(format, `${SOUND} ${codecs}`));
    expect(voice).toMatchObject({ picture: null, pictures: 0 });
    expect(voice!.sound! / 3).toBeCloseTo(1, 1);
  });

  it('holds no sound where a slow device left it out', async () => {
    const { sound } = (await readHandedOver(await record('webm', `${HOLED} -c:a libopus`)))!;
    expect(sound! / 1.5).toBeCloseTo(1, 0);
  });

  it('is read up to where it breaks off, and beyond what a window shows at once', async () => {
    const whole = await record('matroska', '-f lavfi -i testsrc2=s=160x120:r=15:d=4 -c:v rawvideo -pix_fmt yuv420p');
    expect(whole.size).toBeGreaterThan(1024 * 1024);
    expect((await readHandedOver(whole))!.picture).toBeGreaterThan(3.8);
    const half = (await readHandedOver(whole.slice(0, whole.size / 2)))!.picture!;
    expect(half).toBeGreaterThan(0.5);
    expect(half).toBeLessThan(3.8);
  });

  it.each(['', 'a text that is no recording', '\x1aE\xdf\xa3\x00\x00\x00\x00\x00\x00'])(
    'is unknown of %j',
    async (text) => {
      expect(await readHandedOver(new Blob([Buffer.from(text, 'latin1')]))).toBeNull();
    },
  );
});
