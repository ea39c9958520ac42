import { useSyncExternalStore } from 'react';

const KEY = 'send-only-when-asked';
const CHANGED = 'sending-choice';

/** Stands in where storage is blocked: then the choice holds as long as the page is open. */
let chosenHere: boolean | null = null;

/** Whether recordings are sent while they are recorded: yes, unless this device was told to send only when asked. */
export function sendsWhileRecording(): boolean {
  if (chosenHere !== null) return chosenHere;
  try {
    return localStorage.getItem(KEY) === null;
  } catch {
    return true;
  }
}

export function chooseSending(isWhileRecording: boolean): void {
  chosenHere = isWhileRecording;
  try {
    if (isWhileRecording) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'yes');
    chosenHere = null;
  } catch {
    // It holds for this page.
  }
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
