import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ANSWERS_PATH, type AnswerVideo } from '../../../api/contract/interview/answers.js';
import { saidBy } from '../../shared/http/http-error.js';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.js';
import { toast } from '../../shared/ui/toast-store.js';
import { WatchedVideo } from '../../shared/ui/watched-video.js';
import { formatDuration } from '../recorder/recording.js';

/** One of several recordings to a question, to be watched again. */
export function RecordingVideo({ name, src, poster }: { name: string; src: string; poster?: string | null }) {
  return (
    <WatchedVideo
      preload="none"
      src={src}
      poster={poster ?? undefined}
      aria-labelledby={name}
      className="h-40 w-full rounded-control bg-stage object-contain"
    />
  );
}

/** With its length, where that is known. */
export function withLength(moment: string, durationSeconds: number | null): string {
  return durationSeconds === null ? moment : `${moment}, ${formatDuration(durationSeconds)}`;
}

interface RemovalTexts {
  confirmRemove: string;
  remove: string;
  keep: string;
  removing: string;
}

interface RemoveRecordingDialogProps {
  texts: RemovalTexts;
  description: string | undefined;
  /** What is asked about; null while nothing is. */
  id: string | null;
  busyId: string | null;
  onKeep: () => void;
  onRemove: () => void;
}

export function RemoveRecordingDialog({
  texts,
  description,
  id,
  busyId,
  onKeep,
  onRemove,
}: RemoveRecordingDialogProps) {
  return (
    <ConfirmDialog
      open={id !== null}
      onOpenChange={(isOpen) => !isOpen && onKeep()}
      title={texts.confirmRemove}
      description={description}
      confirmLabel={texts.remove}
      cancelLabel={texts.keep}
      danger
      pending={id !== null && busyId === id}
      pendingLabel={texts.removing}
      onConfirm={onRemove}
    />
  );
}

/** `change` tells whether it was done; what went wrong is said in a toast. `busyId`: what is being changed. */
export function useAnswerChanges(failed: { title: string; description: string }) {
  const queryClient = useQueryClient();
  const [busyId, setBusyId] = useState<string | null>(null);

  const change = async (id: string, send: () => Promise<AnswerVideo | void>): Promise<boolean> => {
    setBusyId(id);
    let changed: AnswerVideo | void = undefined;
    try {
      changed = await send();
      if (changed) show(changed);
      return true;
    } catch (error) {
      toast({ ...failed, description: saidBy(error, failed.description), variant: 'destructive' });
      return false;
    } finally {
      const isReadAgain = queryClient.invalidateQueries({ queryKey: [ANSWERS_PATH] });
      if (!changed) await isReadAgain;
      setBusyId(null);
    }
  };
  const show = (changed: AnswerVideo) =>
    queryClient.setQueryData<AnswerVideo[]>([ANSWERS_PATH], (answers = []) =>
      answers.map((answer) => (answer.questionId === changed.questionId ? changed : answer)),
    );
  return { busyId, change };
}
