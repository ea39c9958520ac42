import { useEffect, useState } from 'react';
import { type AnswerVideo, answerStreamPath } from '../../api/contract/answers.js';
import { PREFETCHED_ANSWERS } from '../../api/contract/limits.js';

/** Fetches the beginnings of the first answered videos once, ahead of time, so that going back shows them at once. */
export function useAnswerPrefetch(answers: AnswerVideo[]): void {
  const [first] = useState(() => answers.slice(0, PREFETCHED_ANSWERS));
  useEffect(() => {
    const videos = first.map((answer) => {
      const video = document.createElement('video');
      video.preload = 'metadata';
      video.src = answerStreamPath(answer.id);
      return video;
    });
    return () => videos.forEach((video) => video.removeAttribute('src'));
  }, [first]);
}
