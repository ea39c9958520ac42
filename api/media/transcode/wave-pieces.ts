/** Of `AudioExtractor`: 16 kHz, one channel, 16 bits. */
const RATE = 16_000;
const SAMPLE_BYTES = 2;
const SECOND_BYTES = RATE * SAMPLE_BYTES;
/** How much of a file is looked through for where its sound begins. */
const HEAD_MAX_BYTES = 64 * 1024;
const HEAD_BYTES = 44;
/** Before each place where a cut is due, the quietest moment is looked for in so much sound. */
const SEARCHED_SECONDS = 10;
/** What is quiet for so long is a pause, not the middle of a word. */
const PAUSE_SAMPLES = RATE / 5;

/** A part of a wave, which is a wave itself. */
export interface WavePiece {
  sound: Blob;
  /** Where it begins in the whole. */
  startSeconds: number;
}

/** Cuts a wave of `AudioExtractor` where it is quiet, into pieces of at most so many bytes. One that is small enough stays as it is. */
export async function cutWave(wave: Blob, maxBytes: number): Promise<WavePiece[]> {
  const begin = await findSound(wave);
  if (wave.size <= maxBytes || begin === null) return [{ sound: wave, startSeconds: 0 }];
  const sound = wave.slice(begin);
  const roomBytes = maxBytes - HEAD_BYTES - SEARCHED_SECONDS * SECOND_BYTES;
  const pieceBytes = sound.size / Math.ceil(sound.size / roomBytes);
  const pieces: WavePiece[] = [];
  let from = 0;
  for (let due = pieceBytes; from < sound.size; due += pieceBytes) {
    const isLast = due > sound.size - SECOND_BYTES;
    const to = isLast ? sound.size : await findPause(sound, Math.floor(due / SAMPLE_BYTES) * SAMPLE_BYTES);
    pieces.push({ sound: toWave(sound.slice(from, to), wave.type), startSeconds: from / SECOND_BYTES });
    from = to;
  }
  return pieces;
}

/** Null when it is no wave. */
async function findSound(wave: Blob): Promise<number | null> {
  const head = Buffer.from(await wave.slice(0, HEAD_MAX_BYTES).arrayBuffer());
  if (head.toString('latin1', 0, 4) !== 'RIFF') return null;
  for (let at = 12; at + 8 <= head.length; at += 8 + head.readUInt32LE(at + 4)) {
    if (head.toString('latin1', at, at + 4) === 'data') return at + 8;
  }
  return null;
}

/** The middle of the quietest moment shortly before `end`. */
async function findPause(sound: Blob, end: number): Promise<number> {
  const from = end - SEARCHED_SECONDS * SECOND_BYTES;
  const samples = new Int16Array(await sound.slice(from, end).arrayBuffer());
  let loudness = 0;
  let quietest = Infinity;
  let middle = samples.length;
  for (const [index, sample] of samples.entries()) {
    loudness += Math.abs(sample);
    if (index < PAUSE_SAMPLES) continue;
    loudness -= Math.abs(samples[index - PAUSE_SAMPLES]!);
    if (loudness >= quietest) continue;
    quietest = loudness;
    middle = index - PAUSE_SAMPLES / 2;
  }
  return from + middle * SAMPLE_BYTES;
}

function toWave(sound: Blob, type: string): Blob {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write('RIFF');
  head.writeUInt32LE(HEAD_BYTES - 8 + sound.size, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(SECOND_BYTES, 28);
  head.writeUInt16LE(SAMPLE_BYTES, 32);
  head.writeUInt16LE(8 * SAMPLE_BYTES, 34);
  head.write('data', 36);
  head.writeUInt32LE(sound.size, 40);
  return new Blob([head, sound], { type });
}
