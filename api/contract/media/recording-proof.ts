/** What the recorder knows of what it recorded; each may be left out where it does not. A chosen file tells none of it. */
export interface RecordedFacts {
  /** Without pauses. */
  seconds?: number;
  /** What the recorder may have missed while it began and ended: the recording may be so much shorter. */
  lagSeconds?: number;
  /** From the first picture to the last that the recorder handed over: a slow device encodes few, and late. */
  pictureSeconds?: number;
  hasSound?: boolean;
  hasPicture?: boolean;
}

/**
 * Whether a recording was decoded whole, from its first byte to its last, and is what was recorded: `checking` until that
 * is known, `unknown` of one that nobody can or could check.
 */
export type ProofState = 'proven' | 'checking' | 'flawed' | 'unknown';

export interface RecordingProof {
  state: ProofState;
  /** Of `flawed`: what is wrong, in words that go on from "This recording is not whole: ". */
  problem: string | null;
}
