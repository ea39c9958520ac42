import { useEffect, useState } from 'react';
import { ADVISED_MEDIA_COUNT } from '../../api/contract/common/screen-numbers.js';
import { AppIsland } from '../shared/ui/app-island.js';
import { toastStore } from '../shared/ui/toast-store.js';
import { Thanks } from './thanks.js';
import { noteEmail, readUploadAddress, SUBMITTED_ADDRESS, openEmptyForm } from './upload-address.js';
import { UploadForm } from './upload-form.js';
import { UPLOAD_TEXT as TEXT } from './upload.messages.js';
import { type PublicUpload, usePublicUpload } from './use-public-upload.js';

/** Photos and videos from anyone, at /upload. */
export default function UploadIsland() {
  return (
    <AppIsland>
      <PublicUploadScreen />
    </AppIsland>
  );
}

/** Browsers take a hundred notes in half a minute. */
const NOTE_AFTER_MS = 400;

/** The form, and thanks once everything has arrived. */
function PublicUploadScreen() {
  const [opened] = useState(() => readUploadAddress(location.search, history.state));
  const [email, setEmail] = useState(opened.email);
  const upload = usePublicUpload({ email, onEmailChange: setEmail, isSubmitted: opened.isSubmitted });
  const isDone = upload.list.phase.kind === 'done';
  useEffect(() => {
    if (email === opened.email) return undefined;
    const timer = setTimeout(noteEmail, NOTE_AFTER_MS, email);
    return () => clearTimeout(timer);
  }, [email, opened.email]);
  useEffect(() => {
    if (!isDone) return;
    history.replaceState(history.state, '', SUBMITTED_ADDRESS);
    // Of a file that was removed since.
    toastStore.dismissFailure();
  }, [isDone]);

  if (isDone || opened.isSubmitted) return <Thanks onMore={() => openEmptyForm(email.trim())} isNew={isDone} />;
  return <UploadScreen upload={upload} email={email} onEmailChange={setEmail} />;
}

interface UploadScreenProps {
  upload: PublicUpload;
  email: string;
  onEmailChange: (email: string) => void;
}

function UploadScreen({ upload, email, onEmailChange }: UploadScreenProps) {
  return (
    <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
      <div className="lg:col-span-2">
        <h1 className="text-3xl">{TEXT.heading}</h1>
        <p className="measure mt-5 text-lg text-muted">{TEXT.intro}</p>
      </div>
      <Advice className="self-start lg:sticky lg:top-6 lg:col-start-2 lg:row-start-2" />
      <div className="grid content-start gap-8 lg:col-start-1 lg:row-start-2">
        <UploadForm upload={upload} email={email} onEmailChange={onEmailChange} />
        <a href="/" className="flex min-h-11 items-center justify-self-start text-sm underline">
          {TEXT.backHome}
        </a>
      </div>
    </div>
  );
}

/** What to send, and how much. */
function Advice({ className = '' }: { className?: string }) {
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
