import Sequencer from '@jest/test-sequencer';

/**
 * Short to read for how long they run. On a clean clone, where nothing was timed yet, Jest goes by the size of a file.
 * First what starts decoders: that is cheaper while a worker is small.
 */
export const LONG = [
  'api/media/transcode/ffmpeg-video-tools.spec.ts',
  'api/media/transcode/recording-prover.spec.ts',
  'api/media/transcode/transcode.spec.ts',
  'api/media/sandbox/sandbox.spec.ts',
  'api/archive/videos/drafts/transcript-drafts.spec.ts',
  'api/archive/publishing/bucket/site-bucket.spec.ts',
  'api/platform/database/embedded-postgres/start-embedded-postgres.spec.ts',
  'api/operations/backup/carry-over.spec.ts',
  'api/archive/my-story/clock-put-back.spec.ts',
  'api/archive/publishing/withdrawn-story.spec.ts',
  'api/archive/publishing/public-bytes.spec.ts',
];

/** What lasts longest begins first, so that no worker is left alone with it at the end. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    // oxlint-disable-next-line unicorn/no-array-sort -- Jest's own, which is no array's
    return super.sort(tests).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

function placeOf({ path }) {
  const place = LONG.findIndex((file) => path.endsWith(file));
  return place === -1 ? LONG.length : place;
}
