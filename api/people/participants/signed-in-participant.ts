/** Who is signed in, and how they came to be: by a mailed link, or only by registering. */
export interface SignedInParticipant {
  id: string;
  isProven: boolean;
}
