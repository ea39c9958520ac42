/** `wrong` is what people suffer from, or will; `notice` is for whoever runs the product to know. */
type FindingSeverity = 'wrong' | 'notice';

/** Something that was seen when everything was looked at. */
export interface LookFinding {
  /** What of the product: media, mail, backup and so on. */
  part: string;
  severity: FindingSeverity;
  text: string;
}

/** GET /api/admin/nightly-look: what the last look at everything has found. */
export interface NightlyLook {
  /** When it ended, ISO 8601; null while there was none. */
  at: string | null;
  /** Whether so long ago that the nights since have seen nothing. */
  isOld: boolean;
  /** What is wrong first. */
  findings: LookFinding[];
  /** How many more there are. */
  more: number;
}
