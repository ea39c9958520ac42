import { useRef, useState } from 'react';
import { RotateCcw } from 'lucide-react';
import { toast } from '../../shared/ui/toast-store.js';
import { BULK_UPLOAD_MESSAGES as MESSAGES, UPLOAD_MESSAGES } from '../common/upload.messages.js';
import { useRowFocus } from '../../shared/ui/use-row-focus.js';
import { DraftNotice } from '../../shared/drafts/draft-notice.js';
import { useKeptDraft, useOfferedDraft } from '../../shared/drafts/use-form-draft.js';
import { FileField, OptionSelect } from '../common/upload-fields.js';
import { UploadCard } from './upload-card.js';
import { useLeaveGuard } from '../../shared/ui/use-leave-guard.js';
import type { UploadOptions } from '../common/upload-options.js';
import { isTooLarge, keepVideos } from '../common/video-files.js';
import { type BulkAction, type BulkQueue, countOf, keptQueue, NOTHING_KEPT } from './bulk-queue.js';
import { BulkRow } from './bulk-row.js';
import { useBulkUpload } from './use-bulk-upload.js';
import { Button } from '../../shared/ui/button.js';
import { StatusLine } from '../../shared/ui/status-line.js';

const DRAFT = 'upload:bulk';

/** Many videos of one user, one after the other. */
export function BulkUpload({ options }: { options: UploadOptions }) {
  const { offered, settle } = useOfferedDraft(DRAFT, NOTHING_KEPT);
  const [userId, setUserId] = useState(offered?.words.userId ?? '');
  const [refusals, setRefusals] = useState<string[]>([]);
  const { queue, dispatch } = useBulkUpload();
  const left = offered && queue.items.length === 0 ? offered : null;
  // Until files are chosen again, those of the list before are what is kept.
  useKeptDraft(DRAFT, left?.words ?? keptQueue(userId, queue), NOTHING_KEPT);
  const { fallback: fileInput, list, focusAt } = useRowFocus<HTMLInputElement>();
  const isRunning = queue.run !== null;
  useLeaveGuard(isRunning);

  const addFiles = (chosen: File[]) => {
    const videos = keepVideos(chosen);
    if (videos.length < chosen.length) {
      toast({ title: MESSAGES.filtered, description: MESSAGES.filteredHint(videos.length, chosen.length) });
    }
    const tooLarge = videos.filter(isTooLarge);
    setRefusals(tooLarge.map(({ name, size }) => UPLOAD_MESSAGES.tooLarge(name, size)));
    if (tooLarge.length > 0) toast({ title: MESSAGES.tooLargeLeftOut, variant: 'destructive' });
    const files = videos.filter((file) => !isTooLarge(file));
    dispatch({ type: 'added', files, kept: offered?.words });
  };
  const begin = (action: BulkAction, files: number) => {
    if (userId !== '' && files > 0) return dispatch(action);
    toast({ title: UPLOAD_MESSAGES.missing, description: MESSAGES.missingHint, variant: 'destructive' });
  };

  const labelOf = (id: string | null) => options.users.find(({ value }) => value === id)?.label;

  return (
    <UploadCard
      heading={MESSAGES.heading}
      onSubmit={() => begin({ type: 'started', userId }, countOf(queue, 'waiting'))}
    >
      <OptionSelect
        label={UPLOAD_MESSAGES.user}
        placeholder={UPLOAD_MESSAGES.chooseUser}
        options={options.users}
        value={userId}
        disabled={isRunning}
        onChange={(event) => setUserId(event.target.value)}
      />
      {left && (
        <DraftNotice
          keptAt={left.keptAt}
          onDiscard={() => {
            setUserId('');
            settle();
          }}
        >
          {MESSAGES.chooseAgain(left.words.files.length)}
        </DraftNotice>
      )}
      <FileField
        ref={fileInput}
        label={MESSAGES.files}
        hint={MESSAGES.filesHint}
        error={refusals.join(' ') || undefined}
        multiple
        onChange={({ target }) => {
          addFiles([...(target.files ?? [])]);
          // The list below is what counts; emptied, the input takes the same file again.
          target.value = '';
        }}
      />
      {queue.items.length > 0 && (
        <ul ref={list} aria-label={MESSAGES.filesOfUser}>
          {queue.items.map((item, index) => (
            <BulkRow
              key={item.id}
              item={item}
              questions={options.questions}
              otherUser={item.userId === userId ? undefined : labelOf(item.userId)}
              onQuestionChosen={(questionId) => dispatch({ type: 'question-chosen', id: item.id, questionId })}
              onRetry={() => {
                begin({ type: 'retried', id: item.id, userId }, 1);
                focusAt(index);
              }}
              onRemove={() => {
                dispatch({ type: 'removed', id: item.id });
                focusAt(index);
              }}
            />
          ))}
        </ul>
      )}
      <BulkControls
        queue={queue}
        onRetryAll={() => begin({ type: 'all-retried', userId }, countOf(queue, 'failed'))}
        onStop={() => dispatch({ type: 'stopped' })}
        onClear={() => {
          dispatch({ type: 'cleared' });
          settle();
          fileInput.current?.focus();
        }}
      />
    </UploadCard>
  );
}

interface BulkControlsProps {
  queue: BulkQueue;
  onRetryAll: () => void;
  onStop: () => void;
  onClear: () => void;
}

/** Starts (by submitting the form), stops and clears the queue, and says how far it is. */
function BulkControls({ queue, onRetryAll, onStop, onClear }: BulkControlsProps) {
  const uploadButton = useRef<HTMLButtonElement>(null);
  const isRunning = queue.run !== null;
  const total = queue.items.length;
  const failed = countOf(queue, 'failed');
  /** For buttons that go when they are pressed. */
  const andFocus = (act: () => void) => () => {
    act();
    uploadButton.current?.focus();
  };
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <Button
        ref={uploadButton}
        type="submit"
        variant="outline"
        pending={isRunning}
        pendingLabel={UPLOAD_MESSAGES.underWay}
      >
        {MESSAGES.submit(countOf(queue, 'waiting'))}
      </Button>
      {isRunning && (
        <Button variant="quiet" onClick={andFocus(onStop)}>
          {MESSAGES.cancel}
        </Button>
      )}
      {!isRunning && failed > 1 && (
        <Button variant="outline" onClick={andFocus(onRetryAll)}>
          <RotateCcw size={18} aria-hidden />
          {MESSAGES.retryAll(failed)}
        </Button>
      )}
      {!isRunning && total > 0 && (
        <Button variant="quiet" onClick={onClear}>
          {MESSAGES.clear}
        </Button>
      )}
      <StatusLine className="min-w-60 flex-1">
        {total > 0 && MESSAGES.counted(countOf(queue, 'done'), failed, total)}
      </StatusLine>
    </div>
  );
}
