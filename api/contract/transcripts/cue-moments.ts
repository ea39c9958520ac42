import { cueParagraphs, type TranscriptCue } from './cues.js';

/** Where in a transcript something begins, counted in characters, and when it is said, in whole seconds. */
export interface CueMoment {
  position: number;
  seconds: number;
}

/** Where the cues of a timed transcript stand in its plain text, as `transcriptOfCues` joins them. */
export function cueMoments(cues: readonly TranscriptCue[]): CueMoment[] {
  const moments: CueMoment[] = [];
  let position = 0;
  for (const paragraph of cueParagraphs(cues)) {
    for (const { start, text } of paragraph) {
      moments.push({ position, seconds: Math.floor(start) });
      position += text.length + ' '.length;
    }
    position += '\n\n'.length - ' '.length;
  }
  return moments;
}

/** When a position of the transcript is said, or null without times. */
export function secondsAt(moments: readonly CueMoment[], position: number): number | null {
  return moments.findLast((moment) => moment.position <= position)?.seconds ?? null;
}

/** Moments as a short text, for the search index. */
export function writeMoments(moments: readonly CueMoment[]): string {
  return moments.map(({ position, seconds }) => `${position.toString(36)}-${seconds.toString(36)}`).join(' ');
}

/** Reads what `writeMoments` wrote. */
export function readMoments(text: string): CueMoment[] {
  return Array.from(text.matchAll(/([\da-z]+)-([\da-z]+)/g), ([, position = '', seconds = '']) => ({
    position: Number.parseInt(position, 36),
    seconds: Number.parseInt(seconds, 36),
  }));
}
