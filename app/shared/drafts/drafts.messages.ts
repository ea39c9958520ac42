import { shortDateTime } from '../text/format.js';

export const DRAFTS_MESSAGES = {
  back: (keptAt: string) => `Your unsaved words of ${shortDateTime(keptAt)} are back.`,
  discard: 'Discard them',
  stale: (keptAt: string) =>
    `You have unsaved words of ${shortDateTime(keptAt)}, begun from an older version. Meanwhile it was changed.`,
  difference: 'From the version that is saved now to yours:',
  mine: 'Go on with mine',
  theirs: 'Take the saved version',
  kept: 'Your unsaved changes are kept in this browser.',
  goOn: 'Go on editing',
  leaving: 'Your changes are not saved.',
  leavingHint: 'They can be kept in this browser until you come back.',
  discardChanges: 'Discard changes',
  keepAndClose: 'Close and keep',
  stay: 'Keep editing',
};
