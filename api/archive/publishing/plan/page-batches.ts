import { participantsOf, type WantedFile } from './wanted-file.js';

/** Bounds what is held in memory at a time: the stories of a batch, and its finished files. */
const STORIES_PER_BATCH = 100;
const FILES_PER_BATCH = 100;

/** Cuts a list of files into stretches that are made together, each with the people whose stories it needs. */
export function* pageBatches(files: WantedFile[]): Generator<{ files: WantedFile[]; participantIds: string[] }> {
  let batch: WantedFile[] = [];
  let people = new Set<string>();
  for (const file of files) {
    batch.push(file);
    for (const id of participantsOf(file.source)) people.add(id);
    if (batch.length < FILES_PER_BATCH && people.size < STORIES_PER_BATCH) continue;
    yield { files: batch, participantIds: [...people] };
    batch = [];
    people = new Set();
  }
  if (batch.length > 0) yield { files: batch, participantIds: [...people] };
}
