import { privacyPath } from '../../../api/contract/consent/privacy.js';
import { UI_MESSAGES as TEXT } from './ui.messages.js';

/** Leads to what happens with what is asked for here; in a tab of its own, so that nothing typed is lost. */
export function PrivacyLink({ className = '' }: { className?: string }) {
  return (
    <a
      href={privacyPath()}
      target="_blank"
      rel="noopener"
      className={`flex min-h-11 items-center justify-self-start text-sm text-muted underline ${className}`}
    >
      {TEXT.privacy}
      <span className="sr-only">&nbsp;{TEXT.newTab}</span>
    </a>
  );
}
