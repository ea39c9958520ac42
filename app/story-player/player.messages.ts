export const PLAYER_MESSAGES = {
  playInterview: 'Play Full Interview',
  stopInterview: 'Stop Interview',
  nowPlaying: (title: string) => `Now playing: ${title}`,
  loading: 'Loading video...',
  failed: 'Failed to load video',
  notPlayable: 'Video playback error',
  notPlayableHint: 'Unable to play this video on your device',
  playFrom: (time: string) => `Play from ${time}`,
  linkTo: (time: string) => `Copy link to ${time}`,
  readMore: 'Read more',
  showLess: 'Show less',
};
