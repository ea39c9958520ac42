import type { ReleaseState } from '../../../../api/contract/videos/releases.js';

/** Whether its person has left it open what a paper says: a "no" and a wish for changes that is open count more than any. */
export function takesPaper(release: ReleaseState): boolean {
  return takesAnswer(release) || release.standing === 'expired' || release.standing === 'elsewhere';
}

/** Whether nothing is said of it as it is. Once something was changed, they say whether it is what they meant. */
export function takesAnswer({ standing, isOfAnotherCut }: ReleaseState): boolean {
  return standing === 'none' || standing === 'outdated' || (standing === 'change' && isOfAnotherCut);
}
