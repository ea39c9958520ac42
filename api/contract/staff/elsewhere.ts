/** Where a story may stand outside of this server: at a video's host, in a copy of the site, in feeds, anywhere else. */
export type PlaceKind = 'host' | 'export' | 'feed' | 'other';

/**
 * Why it has to go there. `hidden`: it may be shown again one day. `renamed`: the story may stay, under its new name. `ended`:
 * a film is public no more by the limits of a yes, or while it waits for changes. `moved`: a film was shown as the wrong person's.
 */
export type RemovalCause = 'hidden' | 'withdrawn' | 'refused' | 'left' | 'renamed' | 'ended' | 'moved';

/** What came of it. `not_needed`: the person shows the story again. */
export type RemovalOutcome = 'removed' | 'was_not_there' | 'cannot_be_removed' | 'not_needed';

/** What staff may say of it. */
export const STAFF_OUTCOMES = ['removed', 'was_not_there', 'cannot_be_removed'] as const satisfies RemovalOutcome[];

/** A place that is known without any of its stories being asked: a copy of the site, or one that staff have added. */
export interface PlaceElsewhere {
  id: string;
  kind: 'export' | 'other';
  name: string;
  address: string | null;
  /** How many stories a copy of the site holds; null of other places. */
  stories: number | null;
  /** Whose story alone stands there; null: every public one. */
  person: { id: string; name: string } | null;
  /** ISO 8601. */
  updatedAt: string;
}

/** A place of one story. */
export interface PlaceOfStory {
  kind: PlaceKind;
  name: string;
  address: string | null;
}

/** What somebody has taken back, and has to be removed at a place by hand. */
export interface RemovalElsewhere {
  id: string;
  kind: PlaceKind;
  place: string;
  /** What to remove there; null once it is settled: then nothing tells whose it was. */
  address: string | null;
  cause: RemovalCause;
  /** Null once the person is deleted. */
  person: { id: string; name: string } | null;
  askedAt: string;
  settled: { outcome: RemovalOutcome; note: string; by: string | null; at: string } | null;
}

/** GET /api/admin/elsewhere: `removals` are the open ones, oldest first, then the settled ones, newest first. */
export interface Elsewhere {
  places: PlaceElsewhere[];
  removals: RemovalElsewhere[];
}

/** POST /api/admin/elsewhere/places */
export interface AddPlaceRequest {
  name: string;
  address?: string;
  /** Whose story stands there; left out: every public one does. */
  userId?: string;
}

/** POST /api/admin/elsewhere/removals/:id */
export interface SettleRemovalRequest {
  outcome: (typeof STAFF_OUTCOMES)[number];
  note?: string;
}

/** GET /api/admin/elsewhere/stories/:userId */
export type PlacesOfStory = PlaceOfStory[];

/** What the receipt of a removal elsewhere says, as a wording with a version: other words are another version. */
export const ELSEWHERE_WORDS_VERSION = '2026-11-22';
export const ELSEWHERE_WORDS: Record<Exclude<RemovalOutcome, 'not_needed'>, string> = {
  removed: 'We have removed it there, or had it removed.',
  was_not_there: 'We looked: it was not there any more.',
  cannot_be_removed: 'We tried, and it cannot be removed there.',
};
