import type { OwnCut } from '../../api/contract/releases.js';
import { termsInWords } from '../shared/text/release-terms.js';
import { RELEASE_MESSAGES as TEXT } from './release.messages.js';

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

/** Where a cut stands with its person, for that person. */
export function saidOf({ release: { standing, at, terms } }: Pick<OwnCut, 'release'>): string {
  if (standing === 'none' || at === null) return TEXT.standing.none;
  if (standing === 'outdated') return TEXT.standing.outdated;
  const said = TEXT.standing[standing](DAY.format(new Date(at)));
  return standing === 'yes' && terms ? [said, ...termsInWords(terms)].join(' · ') : said;
}
