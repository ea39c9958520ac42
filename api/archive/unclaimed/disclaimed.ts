import { storySlug } from '../../contract/stories/story-slug.js';
import type { GuardianSetApart } from '../../people/consent/recording-consent.entity.js';
import { isNamesake } from '../../people/participants/namesake-slug.js';
import type { Participant } from '../../people/participants/participant.entity.js';
import type { StoryChoice } from '../../people/participants/story-choices.service.js';

/** What a guardian has said of what was begun, or was asked. */
export type GuardianApart = Pick<GuardianSetApart, 'state' | 'changedAt'>;

/** Whoever began it was under 18, or their guardian said no, which nobody shows a story against. */
export function isHiddenByOthers(
  { hiddenAt }: Pick<StoryChoice, 'hiddenAt'>,
  { emailProvenAt }: Pick<Participant, 'emailProvenAt'>,
  guardian: GuardianApart | null,
): boolean {
  if (hiddenAt === null) return false;
  const isFromBefore = emailProvenAt !== null && hiddenAt <= emailProvenAt;
  return isFromBefore || (guardian?.state === 'guardian_refused' && hiddenAt >= guardian.changedAt);
}

/** What was made of it without a guardian's yes stays so; where nothing was, it does not matter any more. */
export function isGuardianKept({ state }: GuardianApart, hasVideos: boolean): boolean {
  return hasVideos && ['guardian_asked', 'guardian_refused', 'refused'].includes(state);
}

/**
 * How the story's slug begins once its owner has said their name; null: it stays. A story that producers work on keeps its
 * address.
 */
export function newSlug(
  { userName, createdAt }: Pick<Participant, 'userName' | 'createdAt'>,
  shownName: string,
  hasVideos: boolean,
): string | null {
  const base = storySlug(shownName, createdAt);
  return hasVideos || isNamesake(userName, base) ? null : base;
}
