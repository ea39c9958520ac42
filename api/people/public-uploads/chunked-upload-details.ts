import { emailKey } from '../../contract/people/email-key.js';
import type { PublicUpload } from './public-upload.entity.js';

/** What a file in chunks brings along from its start: whose it is said to be, and what is told of it. */
export type ChunkedUploadDetails = Pick<
  PublicUpload,
  'submitterEmail' | 'submitterEmailKey' | 'description' | 'consentVersion'
> & {
  /** Where it was begun, so that it cannot be read; null of this machine outside production. */
  origin: string | null;
};

/** As they come back: of an upload begun before there was a consent, without one. */
export type KeptUploadDetails = Omit<ChunkedUploadDetails, 'consentVersion'> &
  Partial<Pick<ChunkedUploadDetails, 'consentVersion'>>;

export function chunkedUploadDetails(
  submitterEmail: string,
  description: string,
  consentVersion: string | null,
  origin: string | null,
): ChunkedUploadDetails {
  return { submitterEmail, submitterEmailKey: emailKey(submitterEmail), description, consentVersion, origin };
}
