import { useEffect, useEffectEvent, useReducer } from 'react';
import { failureText } from '../../admin-gate/failures.js';
import { isSignedOut } from '../../shared/http/http-error.js';
import { toast } from '../../shared/ui/toast-store.js';
import { BULK_UPLOAD_MESSAGES, UPLOAD_MESSAGES } from '../common/upload.messages.js';
import { useUploadVideo } from '../common/video-requests.js';
import { bulkQueue, EMPTY_QUEUE, type RunSummary, type UploadingItem, uploadingItem } from './bulk-queue.js';

/** Acts on the queue's decisions: uploads the one file that is to go up, and says how a run went. */
export function useBulkUpload() {
  const [queue, dispatch] = useReducer(bulkQueue, EMPTY_QUEUE);
  const { mutateAsync } = useUploadVideo();
  const current = uploadingItem(queue);

  const upload = useEffectEvent(async ({ id, file, questionId, userId }: UploadingItem, signal: AbortSignal) => {
    const onProgress = (percent: number) => dispatch({ type: 'progressed', id, percent });
    const onUploaded = () => dispatch({ type: 'uploaded', id });
    try {
      await mutateAsync({ file, fields: { userId, questionId }, onProgress, onUploaded, signal });
    } catch (error) {
      if (signal.aborted) return;
      // Every further file would be refused as well; they wait for the next sign-in.
      if (isSignedOut(error)) dispatch({ type: 'stopped' });
      else dispatch({ type: 'failed', id, reason: failureText(error, UPLOAD_MESSAGES.failedHint) });
    }
  });
  const uploadCurrent = useEffectEvent((signal: AbortSignal) => {
    if (current) void upload(current, signal);
  });

  const currentId = current?.id;
  useEffect(() => {
    if (!currentId) return;
    const stop = new AbortController();
    uploadCurrent(stop.signal);
    return () => stop.abort();
  }, [currentId]);

  useEffect(() => {
    if (queue.finished) tellOutcome(queue.finished);
  }, [queue.finished]);

  return { queue, dispatch };
}

function tellOutcome({ uploaded, reasons }: RunSummary): void {
  const [reason] = reasons;
  if (reason) {
    const counted = BULK_UPLOAD_MESSAGES.failedHint(reasons.length, uploaded + reasons.length);
    toast({ title: BULK_UPLOAD_MESSAGES.failed, description: `${counted} ${reason}`, variant: 'destructive' });
  } else if (uploaded > 0) {
    toast({ title: BULK_UPLOAD_MESSAGES.done, description: BULK_UPLOAD_MESSAGES.doneHint(uploaded) });
  }
}
