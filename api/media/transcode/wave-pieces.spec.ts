import { cutWave } from './wave-pieces.js';

const RATE = 16_000;
const LOUD = 9_000;

/** A wave as ffmpeg writes it: 16 kHz, one channel, 16 bits, with a chunk of facts before the sound. */
function waveOf(seconds: number, sampleAt: (second: number) => number): Blob {
  const samples = Int16Array.from({ length: seconds * RATE }, (_, index) => sampleAt(index / RATE));
  const head = Buffer.alloc(12 + 24 + 12 + 8);
  head.write('RIFF');
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(2 * RATE, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('LIST', 36);
  head.writeUInt32LE(4, 40);
  head.write('data', 44);
  head.write('data', 48);
  head.writeUInt32LE(samples.byteLength, 52);
  return new Blob([head, samples], { type: 'audio/wav' });
}

interface Read {
  startSeconds: number;
  seconds: number;
  samples: Int16Array;
}

async function read(pieces: Awaited<ReturnType<typeof cutWave>>): Promise<Read[]> {
  return Promise.all(
    pieces.map(async ({ sound, startSeconds }) => {
      const bytes = Buffer.from(await sound.arrayBuffer());
      expect(sound.type).toBe('audio/wav');
      expect([bytes.toString('latin1', 0, 4), bytes.toString('latin1', 8, 16)]).toEqual(['RIFF', 'WAVEfmt ']);
      expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
      const [format, channels, rate, aSecond, aSample, bits] = [
        bytes.readUInt16LE(20),
        bytes.readUInt16LE(22),
        bytes.readUInt32LE(24),
        bytes.readUInt32LE(28),
        bytes.readUInt16LE(32),
        bytes.readUInt16LE(34),
      ];
      expect({ format, channels, rate, aSecond, aSample, bits }).toEqual({
        format: 1,
        channels: 1,
        rate: RATE,
        aSecond: 2 * RATE,
        aSample: 2,
        bits: 16,
      });
      expect([bytes.toString('latin1', 36, 40), bytes.readUInt32LE(40)]).toEqual(['data', bytes.length - 44]);
      const samples = new Int16Array(new Uint8Array(bytes.subarray(44)).buffer);
      return { startSeconds, seconds: samples.length / RATE, samples };
    }),
  );
}

const isQuiet = (second: number) => second > 26.4 && second < 27.2;

describe('cutWave', () => {
  it('leaves what is small enough as it is', async () => {
    const wave = waveOf(1, () => LOUD);
    expect(await cutWave(wave, wave.size)).toEqual([{ sound: wave, startSeconds: 0 }]);
  });

  it('cuts what is larger into waves that are small enough and together are all of it', async () => {
    const wave = waveOf(70, (second) => Math.floor(second * 100));
    const maxBytes = 30 * 2 * RATE;
    const sounds = await cutWave(wave, maxBytes);
    for (const { sound } of sounds) expect(sound.size).toBeLessThanOrEqual(maxBytes);
    const pieces = await read(sounds);
    expect(pieces.length).toBeGreaterThan(2);
    let seconds = 0;
    for (const piece of pieces) {
      expect(piece.startSeconds).toBeCloseTo(seconds, 6);
      expect(piece.samples[0]).toBe(Math.floor(seconds * 100 + 1e-6));
      seconds += piece.seconds;
    }
    expect(seconds).toBe(70);
  });

  it('cuts where it is quiet, not within a word', async () => {
    const wave = waveOf(60, (second) => (isQuiet(second) ? 3 : LOUD));
    const pieces = await read(await cutWave(wave, 41 * 2 * RATE));
    expect(pieces).toHaveLength(2);
    expect(isQuiet(pieces[1]!.startSeconds)).toBe(true);
  });

  it('leaves what is no such wave as it is', async () => {
    const other = new Blob([Buffer.alloc(1_000)], { type: 'audio/wav' });
    expect(await cutWave(other, 100)).toEqual([{ sound: other, startSeconds: 0 }]);
  });
});
