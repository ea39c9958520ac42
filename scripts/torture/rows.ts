import type { Row } from './row.ts';
import { canaryWords } from './rows/canary-words.ts';
import { chunkSequences } from './rows/chunk-sequences.ts';
import { databaseAway } from './rows/database-away.ts';
import { describedRequests } from './rows/described-requests.ts';
import { fullDisk } from './rows/full-disk.ts';
import { hostileTexts } from './rows/hostile-texts.ts';
import { killedPublishing } from './rows/killed-publishing.ts';
import { killedUploads } from './rows/killed-uploads.ts';
import { openDoors } from './rows/open-doors.ts';

/** In the order of their numbers. */
export const ROWS: Row[] = [
  killedUploads,
  chunkSequences,
  fullDisk,
  databaseAway,
  killedPublishing,
  canaryWords,
  openDoors,
  hostileTexts,
  describedRequests,
];
