/** What a player of videos says, in the page's HTML as well as once scripts run, on the story page and in the interview. */
export const PLAYER_TEXTS = {
  loading: 'Loading video...',
  failed: 'Failed to load video',
  notPlayable: 'Video playback error',
  notPlayableHint: 'Unable to play this video on your device',
  playInterview: 'Play Full Interview',
  playsFrom: (host: string) => `Plays from ${host}`,
  openAt: (host: string) => `Open at ${host}`,
  noListening: (host: string) => `Listening only is not possible for videos from ${host}.`,
  playFrom: (time: string) => `Play from ${time}`,
  readMore: 'Read more',
};

/** Told on the document when a choice of the reading preferences changes; what is chosen stands in `data-` attributes of <html>. */
export const READING_PREFERENCES_CHANGE = 'reading-preferences';
