import type { Person } from './person.js';
import { type Stage, stageOf } from './stage.js';

export interface PeopleFilter {
  /** Words that must all occur in the name, the e-mail or a handle. */
  query: string;
  /** Null shows everyone. */
  stage: Stage | null;
}

export const NO_FILTER: PeopleFilter = { query: '', stage: null };

export function findPeople(people: readonly Person[], { query, stage }: PeopleFilter): readonly Person[] {
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean);
  if (words.length === 0 && stage === null) return people;
  return people.filter((person) => {
    if (stage !== null && stageOf(person) !== stage) return false;
    const text = searchableText(person);
    return words.every((word) => text.includes(word));
  });
}

function searchableText({ name, email, instagram, tiktok }: Person): string {
  return [name, email, instagram, tiktok].join('\n').toLowerCase();
}
