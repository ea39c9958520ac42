import { RELEASE_USES, type ReleaseTerms, type ReleaseUse } from '../../../api/contract/releases.js';

const NAMES: Record<ReleaseUse, string> = {
  archive: 'the archive',
  social: 'social media',
  documentary: 'the documentary',
};
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const LIST = new Intl.ListFormat('en-US');

/** What a yes is for, and its limits, each in a few words. */
export function termsInWords({ uses, linkOnly, publicFrom, publicUntil }: ReleaseTerms): string[] {
  const named = RELEASE_USES.filter((use) => uses.includes(use)).map((use) => NAMES[use]);
  return [
    `for ${LIST.format(named)}`,
    ...(linkOnly ? ['only with the link'] : []),
    ...(publicFrom ? [`not before ${DAY.format(new Date(publicFrom))}`] : []),
    // The moment is the end of that day.
    ...(publicUntil ? [`not after ${DAY.format(new Date(Date.parse(publicUntil) - 1))}`] : []),
  ];
}
