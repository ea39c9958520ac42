import type { StepTimes } from '../../contract/interview/steps.js';
import type { Participant } from '../../people/participants/participant.entity.js';
import type { StoryChoice } from '../../people/participants/story-choices.service.js';

type Told<T> = Record<keyof T, boolean>;

/** What people's own download tells of themselves, in this order: a new field stands here, whether it is told or not. */
const OF_PERSON: Told<Omit<Participant, keyof StepTimes<Date>>> = {
  firstName: true,
  lastName: true,
  email: true,
  tag: true,
  instagram: true,
  tiktok: true,
  createdAt: true,
  id: false,
  emailKey: false,
  emailProvenAt: false,
  mailboxCorrectedAt: false,
  keptUnder: false,
  userName: false,
  status: false,
  isDone: false,
  photosNeeded: false,
  reopenedAt: false,
  mediaUploadCompletedAt: false,
};
const OF_CHOICE: Told<StoryChoice> = {
  shownName: true,
  hiddenAt: true,
  shownAt: false,
  withdrawnAt: true,
  namedAt: false,
  handlesTakenAt: false,
  answersEndedAt: false,
  isUnlisted: false,
};

export function aboutMe(person: Participant, choice: StoryChoice): Record<string, unknown> {
  return { ...told(person, OF_PERSON), ...told(choice, OF_CHOICE) };
}

function told<T extends object, Key extends keyof T>(of: T, fields: Record<Key, boolean>): Record<string, unknown> {
  const keys = Object.keys(fields) as (Key & string)[];
  return Object.fromEntries(keys.filter((key) => fields[key]).map((key) => [key, of[key]]));
}
