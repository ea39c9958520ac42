import { type SyntheticEvent, useCallback, useRef, useState } from 'react';
import type { EditorCue } from './cue-editor.js';

/** The video beside the lines: it goes where a line is edited, plays one line and stops, and tells which line it says. */
export function useFollowedVideo(cues: readonly EditorCue[]) {
  const video = useRef<HTMLVideoElement>(null);
  const [seconds, setSeconds] = useState(0);
  /** Where the playing of one line ends; null while everything is played. */
  const stopAt = useRef<number | null>(null);

  const onTimeUpdate = ({ currentTarget }: SyntheticEvent<HTMLVideoElement>) => {
    setSeconds(currentTarget.currentTime);
    if (stopAt.current === null || currentTarget.currentTime < stopAt.current) return;
    stopAt.current = null;
    currentTarget.pause();
  };
  const reach = useCallback(({ start, end }: EditorCue) => {
    const element = video.current;
    if (!element?.paused || (element.currentTime >= start && element.currentTime < end)) return;
    element.currentTime = start;
  }, []);
  const play = useCallback(({ start, end }: EditorCue) => {
    const element = video.current;
    if (!element) return;
    if (!element.paused) {
      element.pause();
      return;
    }
    stopAt.current = end;
    element.currentTime = start;
    element.play().catch(() => {});
  }, []);

  const saidId = cues.findLast(({ start, end }) => start <= seconds && seconds < end)?.id ?? null;
  return { video, onTimeUpdate, saidId, reach, play };
}
