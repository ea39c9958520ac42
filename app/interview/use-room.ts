import { useState } from 'react';
import { HttpError } from '../shared/http/http-error.js';
import { request } from '../shared/http/request.js';
import { toast } from '../shared/ui/toast-store.js';
import { RECORDER_TOASTS } from './recorder/recorder.messages.js';

const ROOM_PATH = '/api/uploads/room';
/** Nobody who is ready to speak waits longer for this. */
const ANSWER_TIMEOUT_MS = 3_000;
const OUT_OF_SPACE = 507;

/**
 * Asks the server whether there is room for a recording before it is begun: to learn it afterwards costs strength. When
 * no answer comes, the recording goes on, as it is kept in the browser first.
 */
export function useRoom(): { hasNoRoom: boolean; whileRoom: (begin: () => void) => () => void } {
  const [hasNoRoom, setHasNoRoom] = useState(false);
  const ask = async (begin: () => void) => {
    const isFull = await isServerFull();
    setHasNoRoom(isFull);
    if (isFull) toast(RECORDER_TOASTS.noRoom);
    else begin();
  };
  return { hasNoRoom, whileRoom: (begin) => () => void ask(begin) };
}

export async function isServerFull(path = ROOM_PATH): Promise<boolean> {
  try {
    await request<void>('GET', path, undefined, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    return false;
  } catch (error) {
    return error instanceof HttpError && error.status === OUT_OF_SPACE;
  }
}
