import { listed } from '../../../api/contract/common/grammar.js';
import { RELEASE_USES, type ReleaseTerms, type ReleaseUse } from '../../../api/contract/videos/releases.js';
import { shortDate } from './format.js';

const NAMES: Record<ReleaseUse, string> = {
  archive: 'the archive',
  social: 'social media',
  documentary: 'the documentary',
};

/** What a yes is for, and its limits, each in a few words. */
export function termsInWords({ uses, linkOnly, publicFrom, publicUntil }: ReleaseTerms): string[] {
  const named = RELEASE_USES.filter((use) => uses.includes(use)).map((use) => NAMES[use]);
  return [
    `for ${listed(named)}`,
    ...(linkOnly ? ['only with the link'] : []),
    ...(publicFrom ? [`not before ${shortDate(publicFrom)}`] : []),
    // The moment is the end of that day.
    ...(publicUntil ? [`not after ${shortDate(new Date(Date.parse(publicUntil) - 1))}`] : []),
  ];
}
