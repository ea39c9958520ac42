import { CONTACT_EMAIL_STATE } from '../../api/contract/people/contact-email.js';
import { UPLOAD_PATH } from '../../api/contract/people/public-uploads.js';
import { attempt } from '../shared/local-storage.js';
import { readContactEmail } from '../shared/text/email.js';

/** What the address of the page says. */
export interface UploadAddress {
  /** To fill the form with. */
  email: string;
  /** Something has been sent: thanks are shown. */
  isSubmitted: boolean;
}

/**
 * @param search the query of the address
 * @param state of the history's present entry, where the page keeps the e-mail that it has taken out of its address
 */
export function readUploadAddress(search: string, state: unknown = null): UploadAddress {
  const query = new URLSearchParams(search);
  return { email: readContactEmail(query, state) ?? '', isSubmitted: query.get('submitted') === 'true' };
}

/** Of the page that says thanks; it survives a reload. */
export const SUBMITTED_ADDRESS = `${UPLOAD_PATH}?submitted=true`;

/** Of the page for sending more. */
export const EMPTY_FORM_ADDRESS = UPLOAD_PATH;

/** Opens the form anew, filled with the e-mail: it goes along in the history, and no address tells it. */
export function openEmptyForm(email: string): void {
  history.pushState({ [CONTACT_EMAIL_STATE]: email }, '', EMPTY_FORM_ADDRESS);
  location.reload();
}

/** The name under which an entry of the history has the id of what is chosen there. */
const PLACE_STATE = 'chosenHere';

/** Null where nothing was chosen yet. */
export function readPlace(state: unknown): string | null {
  const place = typeof state === 'object' && state !== null ? (state as Record<string, unknown>)[PLACE_STATE] : null;
  return typeof place === 'string' ? place : null;
}

export function notePlace(place: string): void {
  note({ [PLACE_STATE]: place });
}

/** What is typed outlives a reload. */
export function noteEmail(email: string): void {
  note({ [CONTACT_EMAIL_STATE]: email });
}

/** A browser takes only so many notes at once. */
function note(noted: Record<string, string>): void {
  attempt(() => history.replaceState({ ...(history.state as object | null), ...noted }, ''));
}
