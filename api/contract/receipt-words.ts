import type { ReceiptActor, ReceiptKind } from './receipts.js';

/** What each receipt says, to the person whose it is. */
export const RECEIPT_WORDS: Record<ReceiptKind, string> = {
  recording_given: 'Yes to being recorded',
  recording_refused: 'No to being recorded',
  recording_withdrawn: 'The yes to being recorded was taken back',
  guardian_asked: 'A parent or guardian was asked about recording',
  transcription_given: 'Yes to another company turning speech into words',
  transcription_refused: 'No to another company turning speech into words',
  transcription_withdrawn: 'The yes to another company turning speech into words was taken back',
  public_upload_given: 'Yes to keeping what was sent on the upload page',
  release_given: 'Yes to publishing a video',
  release_refused: 'No to publishing a video',
  release_withdrawn: 'The yes to publishing a video was taken back',
  changes_asked: 'Changes to a video were asked for',
  paper_release_recorded: 'A yes on paper to publishing a video was noted',
  story_withdrawn: 'Something was withdrawn, and is removed',
  person_deleted: 'Everything about you was deleted',
  outward_removal: 'Your story was removed at another place',
};

/** Who said it. */
export const RECEIPT_ACTOR_WORDS: Record<ReceiptActor, string> = {
  participant: 'said by you',
  sender: 'said by you',
  guardian: 'said by your parent or guardian',
  staff: 'noted by our producers',
  system: 'noted by our server',
};
