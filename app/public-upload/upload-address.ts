import { withContactEmail } from '../../api/contract/contact-email.js';

const PATH = '/upload';

/** What the address of the page says. */
export interface UploadAddress {
  /** To fill the form with. */
  email: string;
  /** Something has been sent: thanks are shown. */
  isSubmitted: boolean;
}

/** @param search the query of the address */
export function readUploadAddress(search: string): UploadAddress {
  const query = new URLSearchParams(search);
  return { email: query.get('contact_email')?.trim() ?? '', isSubmitted: query.get('submitted') === 'true' };
}

/** Of the page that says thanks; it survives a reload. */
export const SUBMITTED_ADDRESS = `${PATH}?submitted=true`;

/** Of the page for sending more. */
export function emptyFormAddress(email: string): string {
  return email === '' ? PATH : withContactEmail(PATH, email);
}
