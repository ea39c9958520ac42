export const PLAYER_MESSAGES = {
  playInterview: 'Play Full Interview',
  stopInterview: 'Stop Interview',
  nowPlaying: (title: string) => `Now playing: ${title}`,
  loading: 'Loading video...',
  failed: 'Failed to load video',
  playFrom: (time: string) => `Play from ${time}`,
  linkTo: (time: string) => `Copy link to ${time}`,
  readMore: 'Read more',
  showLess: 'Show less',
};
