export const PLAYER_MESSAGES = {
  playInterview: 'Play Full Interview',
  stopInterview: 'Stop Interview',
  nowPlaying: (title: string) => `Now playing: ${title}`,
  loading: 'Loading video...',
  failed: 'Failed to load video',
  readMore: 'Read more',
  showLess: 'Show less',
};
