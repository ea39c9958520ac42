import { CircleCheck, LoaderCircle } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { NextRedirect } from '../../api/contract/interview/redirects.js';
import { RESUME_PATH } from '../../api/contract/people/resume.js';
import type { SaveProgressRequest, SaveProgressResponse } from '../../api/contract/interview/save-progress.js';
import { isAway } from '../shared/http/http-error.js';
import { request } from '../shared/http/request.js';
import { withRetries } from '../shared/http/with-retries.js';
import { Button } from '../shared/ui/button.js';
import { Dialog } from '../shared/ui/dialog.js';
import { useComingBack } from '../shared/ui/use-leaving.js';
import {
  type ProgressPorts,
  readProgressParams,
  type SavePhase,
  SaveProgressStore,
  saveProgressView,
} from './save-progress.js';
import { SAVE_PROGRESS_MESSAGES as TEXT } from './save-progress.messages.js';

/** Where an external form sends people back to. */
export default function SaveProgressIsland() {
  const [store] = useState(
    () => new SaveProgressStore(readProgressParams(location.search, history.state), PROGRESS_PORTS),
  );
  const { phase, isDialogOpen } = useSyncExternalStore(store.subscribe, store.read);
  useEffect(() => store.start(), [store]);
  useComingBack(store.comeBack);
  return (
    <>
      <SaveProgressStatus phase={phase} onTryAgain={() => void store.save()} />
      <ContinueDialog open={isDialogOpen} onClose={store.closeDialog} />
    </>
  );
}

interface SaveProgressStatusProps {
  phase: SavePhase;
  onTryAgain: () => void;
}

/** What is going on, in words; the video itself has arrived before anyone comes here. */
function SaveProgressStatus({ phase, onTryAgain }: SaveProgressStatusProps) {
  const { status, detail, isBusy } = saveProgressView(phase);
  return (
    <div className="grid justify-items-center gap-6 text-center">
      <p className="flex items-center gap-2 rounded-full border border-good px-4 py-2 font-semibold text-good">
        <CircleCheck size={20} aria-hidden />
        {TEXT.uploadComplete}
      </p>
      <div aria-live="polite" className="grid gap-3">
        <h1 className="text-2xl">{status}</h1>
        <p className="measure min-h-[1.55em] text-muted">{detail}</p>
      </div>
      {isBusy && <LoaderCircle size={32} aria-hidden className="animate-[spin_1.5s_linear_infinite] text-accent" />}
      {phase === 'failed' && (
        <Button variant="outline" onClick={onTryAgain}>
          {TEXT.tryAgain}
        </Button>
      )}
      {!isBusy && (
        <a href={RESUME_PATH} className="flex min-h-11 items-center text-sm underline">
          {TEXT.allSteps}
        </a>
      )}
    </div>
  );
}

/** Offers to go on with the interview by oneself. */
function ContinueDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={TEXT.dialogTitle}
      description={TEXT.dialogHint}
    >
      <a href={RESUME_PATH} className="button w-full" data-variant="primary">
        {TEXT.answerNext}
      </a>
    </Dialog>
  );
}

/** The API and the browser. */
const PROGRESS_PORTS: ProgressPorts = {
  async save(email, { number: questionNumber, wireField: field }) {
    const body: SaveProgressRequest = { email, field, questionNumber };
    await request<SaveProgressResponse>('POST', '/api/save-progress', body);
  },
  async findRedirect(question) {
    try {
      const read = () => request<NextRedirect>('GET', `/api/redirect/${question}`);
      return (await withRetries(read, { isTransient: isAway })).redirectUrl;
    } catch {
      // What was to be saved is saved: without a redirect the page offers to go on by oneself.
      return null;
    }
  },
  goTo: (address) => location.assign(address),
  reportInvalid: (kind) => console.error(`Progress was not saved: the address is not complete (${kind}).`),
};
