import { useEffect, useState } from 'react';
import { Thanks } from './thanks.js';
import { openEmptyForm, readUploadAddress, SUBMITTED_ADDRESS } from './upload-address.js';
import { UploadScreen } from './upload-screen.js';
import { usePublicUpload } from './use-public-upload.js';

/** The form, and thanks once everything has arrived. */
export function PublicUploadScreen() {
  const [opened] = useState(() => readUploadAddress(location.search, history.state));
  const [email, setEmail] = useState(opened.email);
  const upload = usePublicUpload();
  const isDone = upload.list.phase.kind === 'done';
  useEffect(() => {
    if (isDone) history.replaceState(history.state, '', SUBMITTED_ADDRESS);
  }, [isDone]);

  if (isDone || opened.isSubmitted) return <Thanks onMore={() => openEmptyForm(email.trim())} isNew={isDone} />;
  return <UploadScreen upload={upload} email={email} onEmailChange={setEmail} />;
}
