import {
  BULK_PROGRESS_FAILED,
  BULK_PROGRESS_START,
  UPLOAD_PROGRESS_DONE,
} from '../../../api/contract/common/screen-numbers.js';
import { STORY_OVERVIEW_QUESTION_ID } from '../../../api/contract/interview/questions.js';

/** How far one file is. `progress` is percent, −1 for a failed file. */
export type Transfer =
  | { state: 'waiting'; progress: 0 }
  | { state: 'uploading'; progress: number }
  | { state: 'done'; progress: typeof UPLOAD_PROGRESS_DONE }
  | { state: 'failed'; progress: typeof BULK_PROGRESS_FAILED; reason: string };

export interface BulkItem {
  /** Given by the queue, never used twice. */
  id: number;
  file: File;
  questionId: number;
  /** Whose it is: of the user of the run that sends it first, whoever is chosen later. Null before that, and once it was stopped. */
  userId: string | null;
  transfer: Transfer;
}

/** What came of the files of one run. */
export interface RunSummary {
  uploaded: number;
  /** Why each failed file failed. */
  reasons: readonly string[];
}

interface Run extends RunSummary {
  /** Who was chosen as it began. */
  userId: string;
}

export interface UploadingItem extends BulkItem {
  userId: string;
}

export interface BulkQueue {
  items: readonly BulkItem[];
  lastId: number;
  /** The run under way. As long as there is one, exactly one file is uploading. */
  run: Run | null;
  /** The last run that reached the end of the queue. */
  finished: RunSummary | null;
}

export type BulkAction =
  | { type: 'added'; files: readonly File[]; kept?: KeptQueue }
  | { type: 'removed'; id: number }
  | { type: 'question-chosen'; id: number; questionId: number }
  | { type: 'started'; userId: string }
  | { type: 'retried'; id: number; userId: string }
  | { type: 'all-retried'; userId: string }
  | { type: 'progressed'; id: number; percent: number }
  | { type: 'uploaded'; id: number }
  | { type: 'failed'; id: number; reason: string }
  | { type: 'stopped' }
  | { type: 'cleared' };

export const EMPTY_QUEUE: BulkQueue = { items: [], lastId: 0, run: null, finished: null };

const WAITING: Transfer = { state: 'waiting', progress: 0 };
const STARTED: Transfer = { state: 'uploading', progress: BULK_PROGRESS_START };
const DONE: Transfer = { state: 'done', progress: UPLOAD_PROGRESS_DONE };

/** Files go up one after the other; a file that fails or is removed makes way for the next. */
export function bulkQueue(queue: BulkQueue, action: BulkAction): BulkQueue {
  switch (action.type) {
    case 'added':
      return add(queue, action.files, action.kept);
    case 'removed':
      return goOn({ ...queue, items: queue.items.filter(({ id }) => id !== action.id) });
    case 'question-chosen':
      return update(queue, action.id, (item) => ({ ...item, questionId: action.questionId }));
    case 'started':
      return start(queue, action.userId);
    case 'retried':
      return start(update(queue, action.id, retried), action.userId);
    case 'all-retried':
      return start({ ...queue, items: queue.items.map(retried) }, action.userId);
    case 'progressed':
      return update(queue, action.id, (item) => ({ ...item, transfer: progressed(item.transfer, action.percent) }));
    case 'uploaded':
      return settle(queue, action.id, DONE, (run) => ({ ...run, uploaded: run.uploaded + 1 }));
    case 'failed':
      return settle(
        queue,
        action.id,
        { state: 'failed', progress: BULK_PROGRESS_FAILED, reason: action.reason },
        (run) => ({ ...run, reasons: [...run.reasons, action.reason] }),
      );
    case 'stopped':
      return stop(queue);
    case 'cleared':
      return { ...EMPTY_QUEUE, lastId: queue.lastId };
  }
}

/** The file that is going up, if any. */
export function uploadingItem({ items }: BulkQueue): UploadingItem | undefined {
  return items.find(isUploading);
}

export function countOf(queue: BulkQueue, state: Transfer['state']): number {
  return queue.items.filter((item) => item.transfer.state === state).length;
}

function add(queue: BulkQueue, files: readonly File[], kept: KeptQueue = NOTHING_KEPT): BulkQueue {
  const added = files.map((file, index): BulkItem => {
    return { id: queue.lastId + 1 + index, file, ...choicesFor(kept, file), transfer: WAITING };
  });
  return { ...queue, items: [...queue.items, ...added], lastId: queue.lastId + files.length };
}

function isUploading(item: BulkItem): item is UploadingItem {
  return item.transfer.state === 'uploading' && item.userId !== null;
}

function update(queue: BulkQueue, id: number, change: (item: BulkItem) => BulkItem): BulkQueue {
  return { ...queue, items: queue.items.map((item) => (item.id === id ? change(item) : item)) };
}

/** The bar never goes back: the start counts 5 before the first byte has left. */
function progressed(transfer: Transfer, percent: number): Transfer {
  if (transfer.state !== 'uploading') return transfer;
  return { ...transfer, progress: Math.max(transfer.progress, percent) };
}

function retried(item: BulkItem): BulkItem {
  return item.transfer.state === 'failed' ? { ...item, transfer: WAITING } : item;
}

function start(queue: BulkQueue, userId: string): BulkQueue {
  if (queue.run || countOf(queue, 'waiting') === 0) return queue;
  return goOn({ ...queue, run: { userId, uploaded: 0, reasons: [] }, finished: null });
}

/** Also the way out of a run that cannot go on: its file waits again, and nothing counts as finished. */
function stop(queue: BulkQueue): BulkQueue {
  const items = queue.items.map((item) => (isUploading(item) ? { ...item, userId: null, transfer: WAITING } : item));
  return { ...queue, items, run: null };
}

function settle(queue: BulkQueue, id: number, transfer: Transfer, note: (run: Run) => Run): BulkQueue {
  if (uploadingItem(queue)?.id !== id || !queue.run) return queue;
  return goOn({ ...update(queue, id, (item) => ({ ...item, transfer })), run: note(queue.run) });
}

/** Within a run, begins with the next waiting file, or ends the run when none is left. */
function goOn(queue: BulkQueue): BulkQueue {
  if (!queue.run || uploadingItem(queue)) return queue;
  const next = queue.items.find(({ transfer }) => transfer.state === 'waiting');
  const { userId, ...finished } = queue.run;
  if (!next) return { ...queue, run: null, finished };
  return update(queue, next.id, (item) => ({ ...item, userId: item.userId ?? userId, transfer: STARTED }));
}

/** What of the list outlives the page: a page cannot open a file again, but it knows the same one when it is chosen again. */
interface KeptQueue {
  userId: string;
  files: KeptFile[];
}

interface KeptFile {
  file: Pick<File, 'name' | 'size' | 'lastModified'>;
  questionId: number;
  /** See BulkItem; left out in lists that were kept before it was known. */
  userId?: string | null;
}

export const NOTHING_KEPT: KeptQueue = { userId: '', files: [] };

/** What is still to be uploaded. */
export function keptQueue(userId: string, { items }: BulkQueue): KeptQueue {
  const open = items.filter(({ transfer }) => transfer.state !== 'done');
  if (open.length === 0) return NOTHING_KEPT;
  const files = open.map(({ file: { name, size, lastModified }, questionId, userId: ofFile }): KeptFile => {
    return { file: { name, size, lastModified }, questionId, userId: ofFile };
  });
  return { userId, files };
}

/** What was chosen for this very file. */
export function choicesFor(
  { files }: KeptQueue,
  { name, size, lastModified }: File,
): Pick<BulkItem, 'questionId' | 'userId'> {
  const kept = files.find(({ file }) => file.name === name && file.size === size && file.lastModified === lastModified);
  return { questionId: kept?.questionId ?? STORY_OVERVIEW_QUESTION_ID, userId: kept?.userId ?? null };
}
