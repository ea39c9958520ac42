import { useEffect, useEffectEvent, useRef, useState } from 'react';
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

  const listen = useEffectEvent((peak: number, ms: number) => {
    // What is said while the page is not seen is said to somebody else.
    if (document.hidden) return;
    const isSamePhase = heard.current.phase === phase;
    if (!isSamePhase && phase !== 'paused') setIsPausedBySilence(false);
    if (!isSamePhase) setIsHeldByPress(heard.current.phase === 'countdown' && phase === 'ready');
    const voice = follow(isSamePhase ? heard.current.voice : SILENCE, peak, ms);
    heard.current = { phase, voice };
    if (phase === 'recording' && isLongSilence(voice)) {
      setIsPausedBySilence(true);
      actions.pause();
    }
    if (!isSamePhase || !isSpeaking(voice)) return;
    if (phase === 'ready' && mayBegin && !isHeldByPress) actions.record();
    if (phase === 'paused' && isPausedBySilence) actions.goOn();
  });
  useEffect(() => (isOn && stream ? hear(stream, listen) : undefined), [isOn, stream]);

  if (!isOn || !stream) return null;
  if (phase === 'paused') return isPausedBySilence ? 'waiting' : null;
  return phase === 'ready' && mayBegin && !isHeldByPress ? 'listening' : null;
}

const CHECK_MS = 250;
/** Samples looked at each time: at 48 kHz two thirds of what has passed since. */
const SAMPLES = 8_192;

/** Tells the loudest sample of each quarter of a second. Returns what ends it. */
function hear(stream: MediaStream, onPeak: (peak: number, ms: number) => void): () => void {
  const context = new AudioContext();
  const analyser = new AnalyserNode(context, { fftSize: SAMPLES });
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    // A context that the browser has not let run hears nothing, whatever the microphone does.
    if (context.state !== 'running') return;
    analyser.getFloatTimeDomainData(samples);
    onPeak(
      samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0),
      CHECK_MS,
    );
  }, CHECK_MS);
  return () => {
    clearInterval(timer);
    // Closing fails only when it is closed already.
    context.close().catch(() => undefined);
  };
}
