import { sortPeople } from './sort-people.js';
import type { Person } from './person.js';
import { stageOf } from './stage.js';

/** Whose media upload is completed and who are not done, the oldest completion first. */
export function readyPeople(people: readonly Person[]): Person[] {
  const ready = people.filter((person) => stageOf(person) === 'ready');
  return sortPeople(ready, { by: 'mediaUploadCompletedAt', direction: 'ascending' });
}
