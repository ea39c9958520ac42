import type { ErrorBody } from '../common/errors.js';
import type { TranscriptCue } from '../transcripts/cues.js';
import { PAPER_SCAN_TOO_LARGE } from '../common/wordings.js';

/** Raised with every change of the words below. */
export const RELEASE_WORDS_VERSION = '2026-11-23';

/** What a person reads beside each answer to a film, before they give it. */
const FILM_RELEASE_WORDS = {
  yes: 'Yes, you may use it for what I have ticked.',
  change: 'Please change something first. It is not published as it is.',
  no: 'No. It is not published. If it is public now, it goes at once.',
  scope: 'My answer is for exactly this film, these words and this name. If any of it changes, you ask me again.',
  archive: 'The archive: anyone can find, watch and search it.',
  social: 'Social media: short pieces of it, with my first name or my chosen name.',
  documentary: 'The documentary film.',
  linkOnly:
    'Only with the link: who has the link can watch it. It is in no list and in no search. My whole story is then found this way.',
  notBefore: 'Not before this day. Until then nobody sees it.',
  notAfter: 'Not after this day. Then it goes by itself.',
  otherName:
    'Under another name: my whole story is shown under it, at a new address. Only your producers know my real name.',
} as const;

/** The same where there is nothing to watch. */
const CHAPTER_RELEASE_WORDS: Record<keyof typeof FILM_RELEASE_WORDS, string> = {
  ...FILM_RELEASE_WORDS,
  scope: 'My answer is for exactly these words and this name. If any of it changes, you ask me again.',
  archive: 'The archive: anyone can find, read and search it.',
  linkOnly:
    'Only with the link: who has the link can read it. It is in no list and in no search. My whole story is then found this way.',
};

/** Of a film, and of a written chapter. */
export const RELEASE_WORDS = { film: FILM_RELEASE_WORDS, chapter: CHAPTER_RELEASE_WORDS };

/** Which of them a receipt keeps. */
export function releaseWording(isWritten: boolean): { version: string; words: string } {
  const words = RELEASE_WORDS[isWritten ? 'chapter' : 'film'];
  return { version: RELEASE_WORDS_VERSION, words: Object.values(words).join('\n') };
}

/** What a yes is for. Each is said by itself, and none is set ahead. */
export const RELEASE_USES = ['archive', 'social', 'documentary'] as const;
export type ReleaseUse = (typeof RELEASE_USES)[number];

export const RELEASE_DECISIONS = ['yes', 'change', 'no'] as const;
export type ReleaseDecision = (typeof RELEASE_DECISIONS)[number];

/**
 * Where a cut stands with its person. `none`: nothing was said. `outdated`: what was said was about another cut of the
 * film. A "no", a yes that is over (`expired`) and one that is not for the archive (`elsewhere`) hold for every cut, a wish
 * for changes until the cut shows something else: neither another name nor another address is what was wished for.
 */
export type ReleaseStanding = 'none' | 'outdated' | 'expired' | 'elsewhere' | ReleaseDecision;

/** What a yes is limited to. */
export interface ReleaseTerms {
  uses: ReleaseUse[];
  /** Found by its link alone. */
  linkOnly: boolean;
  /** The first moment at which it may be public, ISO 8601; null: at once. */
  publicFrom: string | null;
  /** The first moment at which it may be public no more, ISO 8601; null: none. */
  publicUntil: string | null;
}

/** What is to be changed: a sentence of the transcript, or a stretch of the cut. */
export interface ReleaseMark {
  /** As it stands in the transcript; empty for a stretch. */
  sentence: string;
  /** Seconds of the cut; null of a sentence of which nobody knows when it is said. */
  start: number | null;
  end: number | null;
}

export interface ReleaseState {
  standing: ReleaseStanding;
  /** SHA-256, in hexadecimal, of what the public would see: the film, its words, its picture, the name and the address. */
  cutHash: string;
  /** What was said last was said to another cut of this film. */
  isOfAnotherCut: boolean;
  /** When something was said last, ISO 8601; null when nothing was. */
  at: string | null;
  /** What the person asked to be changed, whatever has changed since; empty once they have answered again. */
  words: string;
  /** As `words`. A sentence need not stand in the transcript any more. */
  marks: ReleaseMark[];
  /** Of the last yes to this film; null when there was none, and after a "no". */
  terms: ReleaseTerms | null;
  /** It was given on paper; where staff find the scan. Null of everything else. */
  paper: PaperRelease | null;
  /** How often the person was asked about the cut as it is. */
  asked: number;
}

/** POST /api/admin/showcase-videos/:id/release-request */
export interface AskForReleaseRequest {
  /** How often its person was asked about it as it is, as far as the producer knew; left out: that is all the same. */
  asked?: number;
}

/** A consent on paper, as a producer has recorded it. */
export interface PaperRelease {
  producer: string;
  scanUrl: string;
}

/** What a person says to the cut that they have watched. */
export interface ReleaseRequest {
  /** 409 `cut_changed` when the cut is another one by now; a "no" is kept all the same. */
  cutHash: string;
  decision: ReleaseDecision;
  /** Of a yes, which is for one of them at least. */
  uses?: ReleaseUse[];
  linkOnly?: boolean;
  publicFrom?: string | null;
  publicUntil?: string | null;
  /** Of a yes: the story is shown under this name from then on. */
  shownName?: string;
  /** What is to be changed. */
  words?: string;
  marks?: ReleaseMark[];
}

export interface CutChanged extends ErrorBody {
  cutHash: string;
}

/** Everything that a person sees of a finished cut before they answer. */
export interface OwnCut {
  id: string;
  title: string;
  description: string;
  transcript: string;
  cues: TranscriptCue[] | null;
  /** The sentence that stands for it in public, where a producer has chosen one. */
  sentence: string | null;
  /** Where it is watched: here, or at its host; null of a written chapter, whose words stand in `transcript`. */
  videoUrl: string | null;
  mimeType: string | null;
  posterUrl: string | null;
  durationSeconds: number | null;
  /** The name under which the public sees it, or would. */
  shownName: string;
  /** What the person has said to it as it is. */
  release: ReleaseState;
}

/** Where a mailed link leads; its token stands behind `#`, which no server is told. */
export const RELEASE_LINK_PATH = '/release';
export const RELEASE_LINK_API = '/api/release-link';

/** POST /api/release-link/preview */
export interface ReleaseLinkRequest {
  token: string;
}

/** POST /api/release-link/answer */
export interface ReleaseLinkAnswer extends ReleaseLinkRequest, ReleaseRequest {}

/**
 * POST /api/admin/showcase-videos/{id}/paper-release: the yes of a person on paper, as a named producer records it.
 */
export interface PaperReleaseRequest {
  cutHash: string;
  /** The day on the paper. */
  signedOn: string;
  uses: ReleaseUse[];
  linkOnly?: boolean;
  publicFrom?: string | null;
  publicUntil?: string | null;
  /** A data URL: a PDF or a picture. */
  scan: string;
}

/** Why a paper is not recorded. */
export const PAPER_REFUSED = {
  /** Also before anything is filled in. */
  unnamed: 'Please sign in again with your name: it is written down who records a paper.',
  day: 'Please give the day on the paper.',
  tooLarge: PAPER_SCAN_TOO_LARGE,
} as const;

/** What stands in the way of Approve, in words. */
export const RELEASE_BLOCKS = {
  no: 'This person has said no to this video. It cannot be published.',
  change: 'This person has asked for changes. Please make them, and ask again.',
  expired: 'The time for which this person said yes is over. It cannot be published.',
  elsewhere: 'This person has said yes to other uses, and not to the archive. It cannot be published.',
} as const;

/** Why a video is not given to somebody else. */
export const RELEASE_BLOCKS_MOVING = {
  no: 'This person has said no to this video. It cannot be given to somebody else. If it is not theirs, please delete it, and upload it again.',
  change:
    'This person has asked for changes to this video. Until they are made, it cannot be given to somebody else. If it is not theirs, please delete it, and upload it again.',
  limits:
    'This person has said yes to this video with limits. With somebody else they would be lost, so it cannot be given to them. If it is not theirs, please delete it, and upload it again.',
} as const;

/** Why a video is not given another address: what was said holds for the film at the one that it has. */
export const RELEASE_BLOCKS_ADDRESS = {
  no: 'This person has said no to this video, which would not hold at another address. If that is another video, please add it as a new one.',
  limits:
    'This person has said yes to this video with limits, which would not hold at another address. If that is another video, please add it as a new one.',
  change:
    'This person has said yes to this video with limits, and then asked for changes. Please add the changed video as a new one. The limits do not go with it: before you approve it, please ask for an answer to it.',
} as const;

/**
 * The same where a release is required: by the setting, of whoever is not recorded, after a "no" for whatever has changed
 * since, and for a film to which they said "only with the link" before it was away and their story listed.
 */
export const RELEASE_REQUIRED = {
  none: 'There is no release on file for this video. Please ask for it first.',
  outdated: 'This video has changed since its release. Please ask for it again.',
  refused: 'This person had said no to this video. Please ask for their yes to it as it is now.',
} as const;
