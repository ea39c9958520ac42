import { useRef } from 'react';
import { useArrival } from '../shared/ui/use-arrival.js';
import { UPLOAD_TEXT as TEXT } from './public-upload.messages.js';

interface ThanksProps {
  /** Where more can be sent. */
  moreAddress: string;
  /** It stands in place of the form that was just sent. */
  isNew: boolean;
}

export function Thanks({ moreAddress, isNew }: ThanksProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useArrival(heading, isNew);
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
        <a href={moreAddress} className="button" data-variant="outline">
          {TEXT.more}
        </a>
      </p>
    </div>
  );
}
