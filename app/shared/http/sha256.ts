import { sha256 as createHash } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Read and hashed at once: a few milliseconds, so that the page stays at ease. */
const SLICE_BYTES = 1024 * 1024;

/**
 * Lower-case hex SHA-256 of a file of any size. The browser's own digest takes only files that fit into memory, and a
 * recording may not.
 */
export async function sha256(file: Blob): Promise<string> {
  const hash = createHash.create();
  for (let at = 0; at < file.size; at += SLICE_BYTES) {
    hash.update(new Uint8Array(await file.slice(at, at + SLICE_BYTES).arrayBuffer()));
  }
  return bytesToHex(hash.digest());
}
