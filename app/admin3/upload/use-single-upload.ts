import { useRef, useState } from 'react';
import type { CreateShowcaseVideoFields, SavedShowcaseVideo } from '../../../api/contract/videos/showcase.js';
import { failureText } from '../../admin-gate/failures.js';
import { isSignedOut } from '../../shared/http/http-error.js';
import { toast } from '../../shared/ui/toast-store.js';
import { SINGLE_UPLOAD_MESSAGES, UPLOAD_MESSAGES } from '../common/upload.messages.js';
import { useNewVideo } from '../common/video-requests.js';

export type SingleUploadState =
  | { state: 'idle' }
  | { state: 'uploading'; percent: number }
  | { state: 'adding' }
  | { state: 'stopped' }
  | { state: 'failed'; reason: string }
  | { state: 'done'; what: string; title: string; note?: string };

/** The one upload of the form. `start` returns the video, or null when there is none. */
export function useSingleUpload() {
  const [upload, setUpload] = useState<SingleUploadState>({ state: 'idle' });
  const stop = useRef<AbortController | null>(null);
  const { mutateAsync } = useNewVideo();

  const showProgress = (percent: number) => setUpload({ state: 'uploading', percent });
  const fail = (reason: string) => {
    setUpload({ state: 'failed', reason });
    toast({ title: UPLOAD_MESSAGES.failed, description: reason, variant: 'destructive' });
  };
  const start = async (
    source: File | string,
    fields: CreateShowcaseVideoFields,
  ): Promise<SavedShowcaseVideo | null> => {
    const isAddress = typeof source === 'string';
    const controller = new AbortController();
    stop.current = controller;
    if (isAddress) setUpload({ state: 'adding' });
    else showProgress(0);
    try {
      const video = await mutateAsync({ source, fields, onProgress: showProgress, signal: controller.signal });
      const { title, transcriptNote: note } = video;
      const what = isAddress ? SINGLE_UPLOAD_MESSAGES.added : SINGLE_UPLOAD_MESSAGES.done;
      setUpload({ state: 'done', what, title, note });
      toast({ title: what, description: SINGLE_UPLOAD_MESSAGES.doneHint(title, note) });
      return video;
    } catch (error) {
      if (controller.signal.aborted || isSignedOut(error)) setUpload({ state: 'stopped' });
      else fail(failureText(error, UPLOAD_MESSAGES.failedHint));
      return null;
    }
  };

  return { upload, start, cancel: () => stop.current?.abort() };
}
