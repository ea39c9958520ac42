/** A box of HEIF: its length, `colr`, and `prof` where an ICC profile follows. */
const PROFILE_BOX = Buffer.from('colrprof');
const LEAD_BYTES = 4;
/** Where every ICC profile says that it is one. */
const ICC_SIGNATURE = 'acsp';
const ICC_SIGNATURE_AT = 36;

/** The ICC profile in the head of a HEIC file, null when there is none. */
export function findColourProfile(head: Buffer): Buffer | null {
  const at = head.indexOf(PROFILE_BOX);
  if (at < LEAD_BYTES) return null;
  const end = at - LEAD_BYTES + head.readUInt32BE(at - LEAD_BYTES);
  const profile = head.subarray(at + PROFILE_BOX.length, end);
  const signature = profile.toString('latin1', ICC_SIGNATURE_AT, ICC_SIGNATURE_AT + ICC_SIGNATURE.length);
  return end <= head.length && signature === ICC_SIGNATURE ? profile : null;
}
