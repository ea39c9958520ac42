import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { RECORDING_TICK_MS } from '../../../api/contract/common/screen-numbers.js';
import type { RecorderState } from './recorder-state.js';

/** Runs once each time the recorder enters a phase, with a signal that aborts as soon as the phase is left. */
export function usePhase(
  current: RecorderState['phase'],
  wanted: RecorderState['phase'],
  run: (inPhase: AbortSignal) => unknown,
): void {
  const enter = useEffectEvent(run);
  const isCurrent = current === wanted;
  useEffect(() => {
    if (!isCurrent) return undefined;
    const leaving = new AbortController();
    void enter(leaving.signal);
    return () => leaving.abort(new Error(`Over: ${wanted}`));
  }, [isCurrent, wanted]);
}

/** Runs when another question is shown, not at the first. */
export function useQuestionChange(questionId: number, onChange: () => void): void {
  const shown = useRef(questionId);
  const change = useEffectEvent(onChange);
  useEffect(() => {
    if (shown.current === questionId) return;
    shown.current = questionId;
    change();
  }, [questionId]);
}

/** Returns what gives a signal that aborts as soon as the key is another one, or the screen goes. */
export function useSignalFor(key: string): () => AbortSignal {
  const ending = useRef(new AbortController());
  useLayoutEffect(() => {
    const current = new AbortController();
    ending.current = current;
    return () => current.abort(new Error(`Over: ${key}`));
  }, [key]);
  return () => ending.current.signal;
}

/** Calls `onDue` once, `delayMs` after `isWaiting` became true, unless it stops waiting before. */
export function useDelay(isWaiting: boolean, delayMs: number, onDue: () => void): void {
  const due = useEffectEvent(onDue);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => due(), delayMs);
    return () => clearTimeout(timer);
  }, [isWaiting, delayMs]);
}

/** Tells the whole seconds since `isRunning` became true, once a second. A late timer never makes it count wrong. */
export function useTicks(isRunning: boolean, onTick: (seconds: number) => void): void {
  const tick = useEffectEvent(onTick);
  useEffect(() => {
    if (!isRunning) return undefined;
    const startedMs = performance.now();
    const timer = setInterval(() => tick(Math.round((performance.now() - startedMs) / 1000)), RECORDING_TICK_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
}

/** Runs each time the page goes out of sight: behind another, or with the screen turned off. */
export function usePageHidden(run: () => void): void {
  const hide = useEffectEvent(run);
  useEffect(() => {
    const listen = () => document.hidden && hide();
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
  }, []);
}

/** Keeps the screen on while `isNeeded`: a phone that goes to sleep would end what is recorded or sent. */
export function useWakeLock(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded || !('wakeLock' in navigator)) return undefined;
    // Refused on low battery; then the screen keeps its own habits.
    const ask = () => navigator.wakeLock.request('screen').catch(() => null);
    let lock = ask();
    const letGo = () => void lock.then((held) => held?.release());
    // It ends by itself as soon as the page is out of sight.
    const askAgain = () => {
      if (document.hidden) return;
      letGo();
      lock = ask();
    };
    document.addEventListener('visibilitychange', askAgain);
    return () => {
      document.removeEventListener('visibilitychange', askAgain);
      letGo();
    };
  }, [isNeeded]);
}
