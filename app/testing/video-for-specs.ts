import type { ReleaseState } from '../../api/contract/videos/releases.js';
import type { ShowcaseVideo } from '../../api/contract/videos/showcase.js';

export const NO_RELEASE: ReleaseState = {
  standing: 'none',
  cutHash: 'c1',
  isOfAnotherCut: false,
  at: null,
  words: '',
  marks: [],
  terms: null,
  paper: null,
  asked: 0,
};

/** A finished video that waits for approval. For specs only. */
export function aVideo(changes: Partial<ShowcaseVideo> = {}): ShowcaseVideo {
  return {
    id: 'v1',
    userId: 'u1',
    questionId: 3,
    title: 'A quiet day',
    description: '',
    transcript: '',
    cues: null,
    sentence: null,
    textsVersion: 't1',
    draft: null,
    videoUrl: '/media/v1.mp4',
    mimeType: 'video/mp4',
    posterUrl: null,
    audioUrl: null,
    originalUrl: '/original',
    durationSeconds: null,
    width: null,
    height: null,
    preparation: { state: 'ready', problem: null },
    filename: 'v1.mp4',
    fileSize: 1,
    isApproved: false,
    approvedAt: null,
    isShown: false,
    showsInstead: null,
    isWatchable: true,
    isUnlisted: false,
    notShown: null,
    wouldReplace: null,
    release: NO_RELEASE,
    createdAt: '2026-03-04T15:12:00.000Z',
    user: { firstName: 'Anna', lastName: 'Berg', userName: 'anna-2026-03-01' },
    shownName: changes.user?.firstName ?? 'Anna',
    question: { title: 'Life today' },
    ...changes,
  };
}

/** The same once it is approved and public. */
export function anApprovedVideo(changes: Partial<ShowcaseVideo> = {}): ShowcaseVideo {
  return aVideo({ isApproved: true, approvedAt: '2026-03-05T15:12:00.000Z', isShown: true, ...changes });
}
