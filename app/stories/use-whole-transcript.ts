import { useState } from 'react';
import type { SearchRow } from '../../api/contract/search-answer.js';
import type { UserStory } from '../../api/contract/stories.js';
import { request } from '../shared/http/request.js';

type Unfolding = { is: 'folded' | 'reading' | 'failed' } | { is: 'unfolded'; transcript: string };

/** The whole transcript of a row once it is unfolded; one of which only a part is here is fetched then. */
export function useWholeTranscript({ userName, videoId, text, isWhole }: SearchRow) {
  const [unfolding, setUnfolding] = useState<Unfolding>({ is: 'folded' });

  const unfold = async () => {
    setUnfolding({ is: 'reading' });
    try {
      setUnfolding({ is: 'unfolded', transcript: await fetchTranscript(userName, videoId) });
    } catch {
      setUnfolding({ is: 'failed' });
    }
  };
  const toggle = () => {
    if (unfolding.is === 'unfolded') setUnfolding({ is: 'folded' });
    else if (isWhole) setUnfolding({ is: 'unfolded', transcript: text });
    else void unfold();
  };
  return { transcript: unfolding.is === 'unfolded' ? unfolding.transcript : null, status: unfolding.is, toggle };
}

async function fetchTranscript(userName: string, videoId: string): Promise<string> {
  const story = await request<UserStory>('GET', `/api/user-story/${encodeURIComponent(userName)}`);
  const video = story.videos.find(({ id }) => id === videoId);
  if (!video) throw new Error('This answer is no longer public.');
  return video.transcript;
}
