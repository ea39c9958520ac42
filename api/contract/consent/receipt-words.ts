import { ELSEWHERE_WORDS } from '../staff/elsewhere.js';
import type { Receipt, ReceiptActor, ReceiptKind } from './receipts.js';

/** What each receipt says, to the person whose it is. */
export const RECEIPT_WORDS: Record<ReceiptKind, string> = {
  recording_given: 'Yes to being recorded',
  recording_refused: 'No to being recorded',
  recording_withdrawn: 'The yes to being recorded was taken back',
  recording_asked_anew: 'You are asked again about being recorded',
  guardian_asked: 'A parent or guardian was asked about recording',
  transcription_given: 'Yes to another company turning speech into words',
  transcription_refused: 'No to another company turning speech into words',
  transcription_withdrawn: 'The yes to another company turning speech into words was taken back',
  words_given: 'Yes to written answers without a recording',
  words_refused: 'No to written answers without a recording',
  words_withdrawn: 'The yes to written answers without a recording was taken back',
  photos_given: 'Yes to photos without a recording',
  photos_refused: 'No to photos without a recording',
  photos_withdrawn: 'The yes to photos without a recording was taken back',
  public_upload_given: 'Yes to keeping what was sent on the upload page',
  release_given: 'Yes to publishing a video',
  release_refused: 'No to publishing a video',
  release_withdrawn: 'The yes to publishing a video was taken back',
  changes_asked: 'Changes to a video were asked for',
  paper_release_recorded: 'A yes on paper to publishing a video was noted',
  story_withdrawn: 'Something was withdrawn, and is removed',
  person_deleted: 'Everything about you was deleted',
  outward_removal: 'What came of your story at another place',
};

/** Who said it. */
export const RECEIPT_ACTOR_WORDS: Record<ReceiptActor, string> = {
  participant: 'said by you',
  sender: 'said by you',
  guardian: 'said by your parent or guardian',
  staff: 'noted by our producers',
  system: 'noted by our server',
};

/** What came of it, where a receipt tells that. */
export function receiptOutcome({ kind, details }: Pick<Receipt, 'kind' | 'details'>): string | null {
  if (kind === 'recording_asked_anew') return 'What was said about it before counts no more.';
  if (kind !== 'outward_removal') return null;
  const words = (ELSEWHERE_WORDS as Record<string, string>)[String(details.outcome)];
  return words === undefined ? null : `${String(details.place)}: ${words}`;
}
