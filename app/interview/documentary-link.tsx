import { ExternalLink } from 'lucide-react';
import { Button } from '../shared/ui/button.js';
import { FINISH_MESSAGES as TEXT } from './interview.messages.js';

/** The way to the documentary's own site; without an address a control that says so. */
export function DocumentaryLink({ url }: { url: string | null }) {
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-muted">{TEXT.documentaryHint}</p>
      {url === null ? (
        <Button variant="outline" disabled>
          {TEXT.documentary} ({TEXT.notSetUp})
        </Button>
      ) : (
        <a href={url} rel="noopener" className="button" data-variant="outline">
          {TEXT.documentary}
          <ExternalLink size={20} aria-hidden />
        </a>
      )}
    </div>
  );
}
