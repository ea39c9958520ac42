import type { OwnCut } from '../../api/contract/videos/releases.js';
import { shortDate } from '../shared/text/format.js';
import { termsInWords } from '../shared/text/release-terms.js';
import { RELEASE_MESSAGES as TEXT } from './release.messages.js';

/** Where a cut stands with its person, for that person. */
export function saidOf({ release: { standing, at, terms } }: Pick<OwnCut, 'release'>): string {
  if (standing === 'none' || at === null) return TEXT.standing.none;
  if (standing === 'outdated') return TEXT.standing.outdated;
  const said = TEXT.standing[standing](shortDate(at));
  return standing === 'yes' && terms ? [said, ...termsInWords(terms)].join(' · ') : said;
}
