export const LISTEN_MESSAGES = {
  play: 'Play',
  pause: 'Pause',
  place: (number: number, count: number) => `${number} of ${count}`,
  ended: 'That was the last voice.',
  failed: 'This cannot be played right now. Try again in a while.',
};
