/** A recorder's very first frames are often dark or still moving into place. */
const SETTLED_AFTER_SECONDS = 1;
/** Further in than this no frame is looked for. */
const SEARCHED_SECONDS = 20;
/** Mean brightness from which a frame shows something; 16 is black, 235 white. */
const NOT_BLACK = 32;

/** Ways to choose the frame, to be tried in this order: a bright one, one that is not the first, any. */
export function posterFilters(durationSeconds: number): string[][] {
  const from = Math.min(SETTLED_AFTER_SECONDS, durationSeconds / 3).toFixed(3);
  const brightness = 'metadata=mode=select:key=lavfi.signalstats.YAVG:function=greater:value=';
  return [
    [`trim=start=${from}:end=${SEARCHED_SECONDS}`, 'format=yuv420p', 'signalstats', `${brightness}${NOT_BLACK}`],
    [`trim=start=${from}`],
    [],
  ];
}
