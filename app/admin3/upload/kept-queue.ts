import { STORY_OVERVIEW_QUESTION_ID } from '../../../api/contract/questions.js';
import type { BulkQueue } from './bulk-queue.js';

/** What of the list outlives the page: a page cannot open a file again, but it knows the same one when it is chosen again. */
export interface KeptQueue {
  userId: string;
  files: { file: Pick<File, 'name' | 'size' | 'lastModified'>; questionId: number }[];
}

export const NOTHING_KEPT: KeptQueue = { userId: '', files: [] };

/** What is still to be uploaded. */
export function keptQueue(userId: string, { items }: BulkQueue): KeptQueue {
  const open = items.filter(({ transfer }) => transfer.state !== 'done');
  if (open.length === 0) return NOTHING_KEPT;
  const files = open.map(({ file: { name, size, lastModified }, questionId }) => {
    return { file: { name, size, lastModified }, questionId };
  });
  return { userId, files };
}

/** The question that was chosen for this very file. */
export function questionFor({ files }: KeptQueue, { name, size, lastModified }: File): number {
  const kept = files.find(({ file }) => file.name === name && file.size === size && file.lastModified === lastModified);
  return kept?.questionId ?? STORY_OVERVIEW_QUESTION_ID;
}
