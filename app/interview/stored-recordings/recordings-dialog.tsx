import { addedBy } from '../../../api/contract/people/helpers.js';
import { History } from 'lucide-react';
import { useState } from 'react';
import {
  ANSWERS_PATH,
  type AnswerVideo,
  chooseAnswerPath,
  type StoredRecording,
} from '../../../api/contract/interview/answers.js';
import { request } from '../../shared/http/request.js';
import { shortDateTime } from '../../shared/text/format.js';
import { Button } from '../../shared/ui/button.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { RECORDINGS_MESSAGES as TEXT } from '../common/interview.messages.js';
import { RecordingVideo, RemoveRecordingDialog, useAnswerChanges, withLength } from './stored-recordings.js';

interface RecordingsButtonProps {
  answer: AnswerVideo;
  onPress: () => void;
}

/** By whose link the answer came, where it is not the person's own; and to the recordings that are not it, if any. */
export function RecordingsButton({ answer, onPress }: RecordingsButtonProps) {
  const { earlierRecordings, addedByHelper, helperName } = answer;
  return (
    <>
      {addedByHelper && <p className="self-center px-2 text-sm text-muted">{addedBy(helperName)}</p>}
      {earlierRecordings.length > 0 && (
        <Button variant="quiet" className="min-h-11 px-2 text-sm" onClick={onPress}>
          <History size={16} aria-hidden />
          {TEXT.open(earlierRecordings.length)}
        </Button>
      )}
    </>
  );
}

interface RecordingsDialogProps {
  answer: AnswerVideo;
  open: boolean;
  /** Another tab or device has saved an answer meanwhile: the person is asked which one it shall be. */
  asks: boolean;
  onClose: () => void;
}

/** All recordings to a question: each can be heard and chosen as the answer, and an earlier one removed. */
export function RecordingsDialog({ answer, open, asks, onClose }: RecordingsDialogProps) {
  const [askedAbout, setAskedAbout] = useState<StoredRecording | null>(null);
  const { change, busyId } = useAnswerChanges(TEXT.failed);

  const choosing = async ({ id }: StoredRecording) => {
    if ((await change(id, () => request<AnswerVideo>('POST', chooseAnswerPath(id)))) && asks) onClose();
  };
  const removing = async ({ id }: StoredRecording) => {
    if (await change(id, () => request<void>('DELETE', `${ANSWERS_PATH}/${id}`))) setAskedAbout(null);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={asks ? TEXT.whichTitle : TEXT.title}
      description={asks ? TEXT.whichHint : TEXT.hint}
    >
      <ul className="grid gap-6">
        {[answer, ...answer.earlierRecordings].map((recording) => (
          <RecordingRow
            key={recording.id}
            recording={recording}
            isBusy={busyId === recording.id}
            onChoose={asks && recording.isChosen ? onClose : () => void choosing(recording)}
            keepLabel={asks ? TEXT.keepChosen : null}
            onRemove={() => setAskedAbout(recording)}
          />
        ))}
      </ul>
      <RemoveRecordingDialog
        texts={TEXT}
        description={askedAbout ? `${describe(askedAbout)}. ${TEXT.confirmRemoveHint}` : undefined}
        id={askedAbout?.id ?? null}
        busyId={busyId}
        onKeep={() => setAskedAbout(null)}
        onRemove={() => askedAbout && void removing(askedAbout)}
      />
    </Dialog>
  );
}

interface RecordingRowProps {
  recording: StoredRecording;
  isBusy: boolean;
  /** Of the present answer, where it is asked about. */
  keepLabel: string | null;
  onChoose: () => void;
  onRemove: () => void;
}

function RecordingRow({ recording, isBusy, keepLabel, onChoose, onRemove }: RecordingRowProps) {
  const { id, isChosen, videoUrl, posterUrl } = recording;
  const name = `recording-${id}`;
  return (
    <li aria-labelledby={name} className="grid gap-2">
      <p id={name} className="flex flex-wrap justify-between gap-x-4">
        {describe(recording)}
        {isChosen && <span className="text-good">{TEXT.isAnswer}</span>}
      </p>
      {recording.addedByHelper && <p className="text-sm text-muted">{addedBy(recording.helperName)}</p>}
      <RecordingVideo name={name} src={videoUrl} poster={posterUrl} />
      <div className="flex flex-wrap gap-2">
        {isChosen && keepLabel !== null && (
          <Button variant="outline" onClick={onChoose}>
            {keepLabel}
          </Button>
        )}
        {!isChosen && (
          <Button variant={keepLabel === null ? 'outline' : 'primary'} pending={isBusy} onClick={onChoose}>
            {TEXT.choose}
          </Button>
        )}
        {!isChosen && keepLabel === null && (
          <Button variant="quiet" onClick={onRemove}>
            {TEXT.remove}
          </Button>
        )}
      </div>
    </li>
  );
}

function describe({ createdAt, durationSeconds }: StoredRecording): string {
  return withLength(TEXT.recorded(shortDateTime(createdAt)), durationSeconds);
}
