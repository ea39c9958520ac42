import { useSyncExternalStore } from 'react';
import { forget, keep, readKept } from '../../shared/local-storage.js';

const KEY = 'send-only-when-asked';
const CHANGED = 'sending-choice';

/** Stands in where storage is blocked: then the choice holds as long as the page is open. */
let chosenHere: boolean | null = null;

/** Whether recordings are sent while they are recorded: yes, unless this device was told to send only when asked. */
export function sendsWhileRecording(): boolean {
  return chosenHere ?? readKept(KEY) === null;
}

export function chooseSending(isWhileRecording: boolean): void {
  const isKept = isWhileRecording ? forget(KEY) : keep(KEY, 'yes');
  chosenHere = isKept ? null : isWhileRecording;
  dispatchEvent(new Event(CHANGED));
}

export function useSendingChoice(): boolean {
  return useSyncExternalStore(subscribe, sendsWhileRecording, () => true);
}

function subscribe(onChange: () => void): () => void {
  addEventListener(CHANGED, onChange);
  addEventListener('storage', onChange);
  return () => {
    removeEventListener(CHANGED, onChange);
    removeEventListener('storage', onChange);
  };
}
