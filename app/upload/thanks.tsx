import { type MouseEvent, useRef } from 'react';
import { useArrival } from '../shared/ui/use-arrival.js';
import { EMPTY_FORM_ADDRESS } from './upload-address.js';
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
