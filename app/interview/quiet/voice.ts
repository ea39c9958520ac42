import { HANDS_FREE_SILENCE_MS } from '../../../api/contract/common/screen-numbers.js';

/** What a microphone lets through, as far as it may be somebody who speaks. */
export interface Voice {
  /** For how long it has been loud enough without a break. */
  loudMs: number;
  /** Since it was last loud enough. */
  quietMs: number;
}

/** -30 dB of full scale: somebody who speaks softly into a phone, and not the room around them. */
const SPEECH_PEAK = 0.03;
/** A door or a cough is shorter. */
const SPEECH_AFTER_MS = 500;

export const SILENCE: Voice = { loudMs: 0, quietMs: 0 };

/** Listens on: `peak` is the loudest sample (0 to 1) of the last `ms`. */
export function follow({ loudMs, quietMs }: Voice, peak: number, ms: number): Voice {
  return peak > SPEECH_PEAK ? { loudMs: loudMs + ms, quietMs: 0 } : { loudMs: 0, quietMs: quietMs + ms };
}

export function isSpeaking({ loudMs }: Voice): boolean {
  return loudMs >= SPEECH_AFTER_MS;
}

export function isLongSilence({ quietMs }: Voice): boolean {
  return quietMs >= HANDS_FREE_SILENCE_MS;
}
