import { createHash } from 'node:crypto';
import type { ReleaseDecision, ReleaseStanding, ReleaseState } from '../../../contract/releases.js';
import type { ShowcaseWords } from '../../../contract/showcase-words.js';

/** What was said last to a film; times as JSON has them. */
export interface StoredRelease {
  cutHash: string;
  decision: ReleaseDecision;
  words: string;
  at: string;
}

/** What makes a cut this cut and no other. Its picture is made of the film. */
export interface Cut extends ShowcaseWords {
  /** SHA-256 of the file as it came, in hexadecimal, or the address of a video at a host. */
  film: string;
  shownName: string;
}

/** Other than before once anything is that the public would see of it. */
export function cutHashOf({ film, title, description, transcript, cues, shownName }: Cut): string {
  const lines = cues?.map(({ start, end, text }) => [start, end, text]) ?? null;
  const parts = [film, title, description, transcript, lines, shownName];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** A "no" holds for whatever becomes of the cut; everything else for exactly this one. */
export function standingOf(release: StoredRelease | null, cutHash: string): ReleaseStanding {
  if (release === null) return 'none';
  if (release.decision === 'no') return 'no';
  return release.cutHash === cutHash ? release.decision : 'outdated';
}

/** @param asked how often the person was asked about each cut, by its hash */
export function releaseStateOf(release: StoredRelease | null, cut: Cut, asked: Record<string, number>): ReleaseState {
  const cutHash = cutHashOf(cut);
  return {
    standing: standingOf(release, cutHash),
    cutHash,
    at: release && new Date(release.at).toISOString(),
    words: release?.words ?? '',
    asked: asked[cutHash] ?? 0,
  };
}
