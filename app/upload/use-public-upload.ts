import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { FileInHand } from '../shared/chosen-files/chosen-files.js';
import { type KeptFiles, useChosenFiles } from '../shared/chosen-files/use-chosen-files.js';
import { UploadError } from '../shared/http/upload-error.js';
import { toast, toastStore } from '../shared/ui/toast-store.js';
import {
  EMPTY_LIST,
  reduceUploadList,
  sortFiles,
  unsentItems,
  type UploadItem,
  type UploadList,
} from './upload-list.js';
import { UPLOAD_TOASTS } from './upload.messages.js';
import { useUploadOwner } from './use-upload-owner.js';
import { idOf, itemsOf, noteFileId, planShipments, sendShipment, spreadProgress } from './shipments.js';

export interface PublicUpload {
  list: UploadList;
  /** What is said of the files that were chosen last and are too large. */
  refused: string | null;
  /** What this browser keeps of the list. */
  kept: KeptFiles;
  /** Something would be lost by leaving the page. */
  isAtRisk: boolean;
  choose: (files: readonly File[]) => void;
  remove: (id: number) => void;
  describe: (id: number, description: string) => void;
  /** Sends everything that has not arrived yet. */
  send: (email: string) => Promise<void>;
  /** Ends the sending; what has arrived stays, the rest waits. */
  stop: () => void;
}

interface PublicUploadOptions {
  email: string;
  onEmailChange: (email: string) => void;
  /** The page says thanks: nothing comes back to it. */
  isSubmitted: boolean;
}

/** The files of /upload and what happens to them. */
export function usePublicUpload({ email: typed, onEmailChange, isSubmitted }: PublicUploadOptions): PublicUpload {
  const [list, dispatch] = useReducer(reduceUploadList, EMPTY_LIST);
  const [refused, setRefused] = useState<string | null>(null);
  const sending = useRef<AbortController | null>(null);
  useEffect(() => () => sending.current?.abort(), []);

  const inHand = useMemo(() => unsentItems(list).map(toInHand), [list]);
  const { owner, owners, isOfPlace, ownEmail } = useUploadOwner(typed, inHand.length > 0);
  const kept = useChosenFiles({
    form: 'upload',
    inHand,
    owner,
    owners: isSubmitted ? null : owners,
    onFound: (files) => {
      for (const { file, id } of files) noteFileId(file, id);
      dispatch({ type: 'returned', files });
      if (typed === '' && ownEmail !== null) onEmailChange(ownEmail);
    },
  });
  const isSending = list.phase.kind === 'sending';

  const choose = (files: readonly File[]) => {
    const { accepted, otherKinds, tooLarge } = sortFiles(files);
    const names = tooLarge.map(({ name }) => name);
    const refusal = UPLOAD_TOASTS.tooLarge(names);
    if (otherKinds.length > 0) toast({ ...UPLOAD_TOASTS.skipped, variant: 'destructive' });
    else if (names.length > 0) toast({ ...refusal, variant: 'destructive' });
    setRefused(names.length > 0 ? refusal.description : null);
    if (accepted.length > 0) dispatch({ type: 'added', files: accepted });
  };

  const send = async (email: string) => {
    toastStore.dismissFailure();
    const controller = new AbortController();
    const { signal } = controller;
    sending.current = controller;
    const refusals: string[] = [];
    dispatch({ type: 'started' });
    try {
      for (const shipment of planShipments(unsentItems(list))) {
        const items = itemsOf(shipment);
        const onProgress = (percent: number) =>
          dispatch({ type: 'progressed', percents: spreadProgress(items, percent) });
        const reasons = await sendShipment(shipment, { email, onProgress, signal });
        dispatch({ type: 'refused', reasons });
        dispatch({ type: 'arrived', ids: items.map(({ id }) => id).filter((id) => !reasons.has(id)) });
        refusals.push(...reasons.values());
      }
      dispatch({ type: 'ended' });
      if (refusals.length > 0) {
        toast({ ...UPLOAD_TOASTS.failed, description: refusals.join(' '), variant: 'destructive' });
      }
    } catch (error) {
      if (signal.aborted) return dispatch({ type: 'stopped' });
      const reason = failureReason(error);
      const isUnsure = error instanceof UploadError && UNHEARD.has(error.status);
      dispatch({ type: 'failed', reason, isUnsure });
      toast({ ...UPLOAD_TOASTS.failed, description: reason, variant: 'destructive' });
    }
  };

  return {
    list,
    refused,
    kept,
    isAtRisk: inHand.length > 0 && (isSending || isOfPlace || !kept.isAllKept),
    choose,
    send,
    remove: (id) => dispatch({ type: 'removed', id }),
    describe: (id, description) => dispatch({ type: 'described', id, description }),
    stop: () => sending.current?.abort(),
  };
}

function toInHand({ file, description }: UploadItem): FileInHand {
  return { id: idOf(file), file, description };
}

/** No response, or that of a proxy that got none. */
const UNHEARD = new Set([null, 408, 502, 504]);

/** The server's own words, or those of the stage that failed. */
function failureReason(error: unknown): string {
  if (error instanceof UploadError) return error.serverMessage ?? error.message;
  return UPLOAD_TOASTS.failed.description;
}
