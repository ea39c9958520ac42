import type { ErrorBody } from './errors.js';

/** Raised with every change of `RELEASE_WORDS`. */
export const RELEASE_WORDS_VERSION = '2026-11-22';

/** What a person reads beside each answer, before they give it. */
export const RELEASE_WORDS = {
  yes: 'Yes, publish it. Anyone can find, watch and search it.',
  change: 'Please change something first. It is not published as it is.',
  no: 'No. It is not published. If it is public now, it goes at once.',
  scope: 'My answer is for exactly this film, these words and this name. If any of it changes, you ask me again.',
} as const;

export const RELEASE_DECISIONS = ['yes', 'change', 'no'] as const;
export type ReleaseDecision = (typeof RELEASE_DECISIONS)[number];

/**
 * Where a cut stands with its person. `none`: nothing was said. `outdated`: what was said was about another cut of the
 * film; only a "no" holds for every one.
 */
export type ReleaseStanding = 'none' | 'outdated' | ReleaseDecision;

export interface ReleaseState {
  standing: ReleaseStanding;
  /** SHA-256, in hexadecimal, of what the public would see: the film, its words and the name. */
  cutHash: string;
  /** When something was said last, ISO 8601; null when nothing was. */
  at: string | null;
  /** What the person asked to be changed. */
  words: string;
  /** How often the person was asked about the cut as it is. */
  asked: number;
}

/** POST /api/my-story/videos/{id}/release: what the person says to the cut that they have watched. */
export interface ReleaseRequest {
  /** 409 `cut_changed` when the cut is another one by now. */
  cutHash: string;
  decision: ReleaseDecision;
  /** What is to be changed. */
  words?: string;
}

export interface CutChanged extends ErrorBody {
  cutHash: string;
}

/** How many mails ask about one cut: the first, and two reminders. */
export const RELEASE_MAILS_MAX = 3;

/** What stands in the way of Approve, in words. */
export const RELEASE_BLOCKS = {
  no: 'This person has said no to this video. It cannot be published.',
  change: 'This person has asked for changes. Please make them, and ask again.',
} as const;

/** The same where a release is required. */
export const RELEASE_REQUIRED = {
  none: 'There is no release on file for this video. Please ask for it first.',
  outdated: 'This video has changed since its release. Please ask for it again.',
} as const;
