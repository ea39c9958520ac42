import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { HEAR_EVERY_MS, hearStream } from '../recorder/hear-stream.js';
import type { RecorderState } from '../recorder/recorder-state.js';
import type { Recorder } from '../recorder/use-recorder.js';
import { follow, isLongSilence, isSpeaking, SILENCE } from './voice.js';

/** What hands-free waits for: for words to begin with, or to go on with. */
export type HandsFreeWait = 'listening' | 'waiting' | null;

/**
 * Lets somebody record without a press: once camera and microphone are on, speaking starts, a long silence pauses, and
 * speaking goes on. Whoever has stopped or paused by a press is left alone until they press again.
 * @param mayBegin nothing else is to be decided on first
 */
export function useHandsFree({ state, stream, actions }: Recorder, isOn: boolean, mayBegin: boolean): HandsFreeWait {
  const { phase } = state;
  const heard = useRef<{ phase: RecorderState['phase']; voice: typeof SILENCE }>({ phase, voice: SILENCE });
  const [isPausedBySilence, setIsPausedBySilence] = useState(false);
  const [isHeldByPress, setIsHeldByPress] = useState(false);
  /** The browser lets the page hear this one. */
  const [heardStream, setHeardStream] = useState<MediaStream | null>(null);

  const listen = useEffectEvent((peak: number) => {
    setHeardStream(stream);
    // What is said while the page is not seen is said to somebody else.
    if (document.hidden) return;
    const isSamePhase = heard.current.phase === phase;
    if (!isSamePhase && phase !== 'paused') setIsPausedBySilence(false);
    if (!isSamePhase) setIsHeldByPress(heard.current.phase === 'countdown' && phase === 'ready');
    const voice = follow(isSamePhase ? heard.current.voice : SILENCE, peak, HEAR_EVERY_MS);
    heard.current = { phase, voice };
    if (phase === 'recording' && isLongSilence(voice)) {
      setIsPausedBySilence(true);
      actions.pause();
    }
    if (!isSamePhase || !isSpeaking(voice)) return;
    if (phase === 'ready' && mayBegin && !isHeldByPress) actions.record();
    if (phase === 'paused' && isPausedBySilence) actions.goOn();
  });
  useEffect(() => (isOn && stream ? hearStream(stream, listen) : undefined), [isOn, stream]);

  if (!isOn || !stream || stream !== heardStream) return null;
  if (phase === 'paused') return isPausedBySilence ? 'waiting' : null;
  return phase === 'ready' && mayBegin && !isHeldByPress ? 'listening' : null;
}
