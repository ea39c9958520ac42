import { ADVISED_MEDIA_COUNT } from '../../api/contract/limits.js';
import { UPLOAD_TEXT as TEXT } from './upload.messages.js';

/** What to send, and how much. */
export function Advice({ className = '' }: { className?: string }) {
  return (
    <section className={`grid content-start gap-3 rounded-card bg-surface p-6 ${className}`}>
      <h2 className="text-lg">{TEXT.adviceHeading}</h2>
      <p>{TEXT.advice(ADVISED_MEDIA_COUNT)}</p>
      <ul className="grid list-disc gap-1.5 pl-5">
        {TEXT.examples.map((example) => (
          <li key={example}>{example}</li>
        ))}
      </ul>
      <p className="text-sm text-muted">{TEXT.adviceEnd}</p>
    </section>
  );
}
