import { createHash } from 'node:crypto';
import type {
  PaperRelease,
  ReleaseDecision,
  ReleaseMark,
  ReleaseStanding,
  ReleaseState,
  ReleaseTerms,
  ReleaseUse,
} from '../../../../contract/videos/releases.js';
import type { ShowcaseWords } from '../../../../contract/videos/showcase-words.js';

/** What was said last to a film; times as JSON has them. */
export interface StoredRelease extends ReleaseTerms, Wish {
  cutHash: string;
  /** Null of what was said before it was kept. */
  contentHash: string | null;
  decision: ReleaseDecision;
  at: string;
  /** There was a "no", and no yes since: a wish for changes is none. */
  wasRefused: boolean;
  /** Where it was given on paper; with the day on it, as ISO 8601 has it. */
  paper: { id: string; producer: string; signedOn: string } | null;
}

/** What is to be changed. */
interface Wish {
  words: string;
  marks: ReleaseMark[];
}

/** What makes a cut this cut and no other. */
export interface Cut extends ShowcaseWords {
  /** SHA-256 of the file as it came, in hexadecimal, the address of a video at a host, or which answer words were made of. */
  film: string;
  /** The name that the public sees. */
  shownName: string;
  /** What it answers; null for the whole story. */
  questionId: number | null;
  /** The public address of its story. */
  userName: string;
  /** The sentence that a producer has chosen to stand for it. It need not stand in the transcript any more. */
  chosenSentence: string | null;
  /** SHA-256 of the picture of a video at a host, in hexadecimal. That of a file is made of the film. */
  picture: string | null;
}

/** A cut as it stands with its person. */
export interface StandingCut extends Cut {
  participantId: string;
  /** What it was before it had another address: to its person the same, as far as they say no. */
  formerFilms: string[];
  /** Of a written chapter; null of a video. */
  writtenAnswerId: string | null;
  /** They have said no to being recorded, or nobody has said yes who has to. */
  isNotRecorded: boolean;
  /** Their story is found by its link alone. */
  isUnlisted: boolean;
  /** What they said last to this film. */
  release: StoredRelease | null;
  /** What they wished for last of this film, or of what this video was before it; null once they have answered since. */
  wish: Wish | null;
}

/** Other than before once anything is that the public would see of it. */
export function cutHashOf(cut: Cut): string {
  return hashOf(Object.values(partsOf(cut)));
}

/**
 * Other than before once anything is that the cut itself shows: whatever its person is called, wherever it is found, and
 * whichever picture its host has of it.
 */
export function contentHashOf(cut: Cut): string {
  return hashOf(contentOf(cut));
}

/** As it was kept while the picture of a host counted, too. */
function pictureAndContentHashOf(cut: Cut): string {
  return hashOf([...contentOf(cut), cut.picture]);
}

function contentOf(cut: Cut): unknown[] {
  const { shownName: _name, userName: _address, picture: _picture, ...content } = partsOf(cut);
  return Object.values(content);
}

/**
 * All of a cut, in the order in which it is hashed: another order would be another cut to all that was ever said. So a part
 * that comes later stands at the end, and is left out where it is empty.
 */
function partsOf(cut: Cut): Record<keyof Cut, unknown> {
  const { film, title, description, transcript, shownName, questionId, userName, chosenSentence, picture } = cut;
  const cues = linesOf(cut.cues);
  return { film, title, description, transcript, cues, shownName, questionId, userName, chosenSentence, picture };
}

/** Of the words of timed lines, what is hashed. */
export function linesOf(cues: ShowcaseWords['cues']): unknown[] | null {
  // A short form is a cut, too. A line without one is as it was before there were any: what was said to it holds.
  return cues?.map(({ start, end, text, form }) => [start, end, text, ...(form ? [form] : [])]) ?? null;
}

function hashOf(parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * A "no" holds for whatever becomes of the cut, and so do the limits of a yes; a wish for changes until the cut shows
 * something else, and a yes for exactly this one.
 */
export function standingOf(release: StoredRelease | null, cut: Cut, now = Date.now()): ReleaseStanding {
  if (release === null) return 'none';
  const { decision, publicUntil, uses } = release;
  if (decision === 'no') return 'no';
  if (publicUntil !== null && Date.parse(publicUntil) <= now) return 'expired';
  if (isWishOpen(release, cut)) return 'change';
  if (isElsewhere(uses)) return 'elsewhere';
  return decision === 'yes' && release.cutHash === cutHashOf(cut) ? 'yes' : 'outdated';
}

/** Whether changes were wished for, and the cut shows the same still. */
export function isWishOpen({ decision, cutHash, contentHash }: StoredRelease, cut: Cut): boolean {
  if (decision !== 'change') return false;
  if (contentHash === null) return cutHash === cutHashOf(cut);
  return [contentHashOf(cut), pictureAndContentHashOf(cut)].includes(contentHash);
}

/**
 * How a yes allows less than anything, for ever, in the words of its receipt. No `uses` limit nothing: there was no yes.
 * @param at a first day before it is no limit any more; without it every first day is one
 */
export function limitsOf(
  { uses = [], linkOnly, publicFrom, publicUntil }: Partial<ReleaseTerms>,
  at = -Infinity,
): string[] {
  return [
    ...(isElsewhere(uses) ? ['not for the archive'] : []),
    ...(linkOnly ? ['only with the link'] : []),
    ...(publicFrom && Date.parse(publicFrom) > at ? [`not before ${publicFrom}`] : []),
    ...(publicUntil ? [`not after ${publicUntil}`] : []),
  ];
}

/** Of a cut whose person was `asked` about it that often, by its hash. */
export function releaseStateOf({
  release,
  wish,
  asked,
  ...cut
}: Cut & Pick<StandingCut, 'release' | 'wish'> & { asked: Record<string, number> }): ReleaseState {
  const cutHash = cutHashOf(cut);
  const standing = standingOf(release, cut);
  // Where it waits for changes, these: an answer to what the video was meanwhile has not met them.
  const open = standing === 'change' ? release : wish;
  return {
    standing,
    cutHash,
    isOfAnotherCut: release !== null && release.cutHash !== cutHash,
    at: release && new Date(release.at).toISOString(),
    words: open?.words ?? '',
    marks: open?.marks ?? [],
    terms: release && termsOf(release),
    paper: release?.paper ? paperOf(release.paper) : null,
    asked: asked[cutHash] ?? 0,
  };
}

/** None before a first yes to the film, and none after a "no". */
function termsOf({ uses, linkOnly, publicFrom, publicUntil }: StoredRelease): ReleaseTerms | null {
  if (uses.length === 0) return null;
  return { uses, linkOnly, publicFrom: isoOf(publicFrom), publicUntil: isoOf(publicUntil) };
}

function isElsewhere(uses: ReleaseUse[]): boolean {
  return uses.length > 0 && !uses.includes('archive');
}

function paperOf({ id, producer }: { id: string; producer: string }): PaperRelease {
  return { producer, scanUrl: `/api/admin/paper-releases/${id}/scan` };
}

function isoOf(time: string | null): string | null {
  return time && new Date(time).toISOString();
}
