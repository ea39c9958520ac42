import { type MouseEvent, useRef } from 'react';
import { CONTACT_EMAIL_STATE } from '../../api/contract/contact-email.js';
import { readContactEmail } from '../shared/text/email.js';
import { useArrival } from '../shared/ui/use-arrival.js';
import { UPLOAD_TEXT as TEXT } from './upload.messages.js';

interface ThanksProps {
  /** Opens the form for more. */
  onMore: () => void;
  /** It stands in place of the form that was just sent. */
  isNew: boolean;
}

export function Thanks({ onMore, isNew }: ThanksProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useArrival(heading, isNew);
  const openMore = (event: MouseEvent) => {
    // Into another tab the link leads by itself, to an empty form.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onMore();
  };
  return (
    <div className="grid min-h-80 max-w-2xl content-center gap-6">
      <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none">
        {TEXT.thanksHeading}
      </h1>
      <p className="measure text-lg">{TEXT.thanks}</p>
      <p className="flex flex-wrap gap-3">
        <a href="/" className="button" data-variant="primary">
          {TEXT.goHome}
        </a>
        <a href={EMPTY_FORM_ADDRESS} className="button" data-variant="outline" onClick={openMore}>
          {TEXT.more}
        </a>
      </p>
    </div>
  );
}

const PATH = '/upload';

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
export const SUBMITTED_ADDRESS = `${PATH}?submitted=true`;

/** Of the page for sending more. */
export const EMPTY_FORM_ADDRESS = PATH;

/** Opens the form anew, filled with the e-mail: it goes along in the history, and no address tells it. */
export function openEmptyForm(email: string): void {
  history.pushState({ [CONTACT_EMAIL_STATE]: email }, '', EMPTY_FORM_ADDRESS);
  location.reload();
}
