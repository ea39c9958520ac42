/** What a receipt is about. One that takes something back never removes the one it takes back. */
export type ReceiptKind =
  | 'recording_given'
  | 'recording_refused'
  | 'recording_withdrawn'
  | 'recording_asked_anew'
  | 'guardian_asked'
  | 'transcription_given'
  | 'transcription_refused'
  | 'transcription_withdrawn'
  | 'words_given'
  | 'words_refused'
  | 'words_withdrawn'
  | 'photos_given'
  | 'photos_refused'
  | 'photos_withdrawn'
  | 'public_upload_given'
  | 'release_given'
  | 'release_refused'
  | 'release_withdrawn'
  | 'changes_asked'
  | 'paper_release_recorded'
  | 'story_withdrawn'
  | 'person_deleted'
  | 'outward_removal';

/** Who said it; `staff` records what somebody said elsewhere, and their name stands beside it. */
export type ReceiptActor = 'participant' | 'guardian' | 'sender' | 'staff' | 'system';

/** How it was said. */
export type ReceiptMethod = 'screen' | 'mailed_link' | 'paper' | 'staff_screen' | 'automatic';

/** Whatever else was said: options, dates, counts. Never a name, an address or words of a person. */
export type ReceiptDetails = Record<string, string | number | boolean | null | string[]>;

/** One receipt as its person reads it. */
export interface Receipt {
  id: string;
  /** Its place in the chain. */
  number: number;
  kind: ReceiptKind;
  actor: ReceiptActor;
  method: ReceiptMethod;
  wordingVersion: string;
  /** SHA-256, in hexadecimal as all hashes here. */
  wordingHash: string;
  cutHash: string | null;
  details: ReceiptDetails;
  at: string;
  previousHash: string;
  hash: string;
}
