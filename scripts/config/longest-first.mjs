import Sequencer from '@jest/test-sequencer';

/** Short to read and long to run. On a clean clone, where nothing was timed yet, Jest goes by the size of a file. */
export const LONG = ['api/media/transcode/ffmpeg-video-tools.spec.ts'];

/** What lasts longest begins first, so that no worker is left alone with it at the end. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    // oxlint-disable-next-line unicorn/no-array-sort -- Jest's own, which is no array's
    return super.sort(tests).toSorted((one, other) => isLong(other) - isLong(one));
  }
}

function isLong({ path }) {
  return Number(LONG.some((file) => path.endsWith(file)));
}
