import { chapterOf, type PageParts } from './page-parts.js';
import { PLAYER_MESSAGES as messages } from './player.messages.js';
import { answers, type PlayerState } from './player-state.js';

/** Writes the player's state into the page. */
export function showState({ clips, find }: PageParts, state: PlayerState): void {
  const title = clips.find(({ id }) => id === state.clipId)?.title ?? '';
  const isInterview = state.mode === 'interview';
  const hasFailed = state.playback === 'failed';
  const isWaiting = state.playback === 'starting' || state.playback === 'stalled';
  const write = (part: string, text: string) => find(part).forEach((label) => (label.textContent = text));
  const show = (part: string, isShown: boolean) => find(part).forEach((element) => (element.hidden = !isShown));

  write('current-title', title);
  write('now-playing-title', messages.nowPlaying(title));
  write('playlist-label', isInterview ? messages.stopInterview : messages.playInterview);
  write('overlay-text', hasFailed ? messages.failed : messages.loading);

  show('playlist', answers(clips).length > 0);
  show('now-playing', isInterview || isWaiting || state.playback === 'playing');
  show('stop', isInterview);
  show('overlay', isWaiting || hasFailed);
  show('retry', hasFailed);

  for (const { id } of clips) markCurrent(id, id === state.clipId);
}

function markCurrent(clipId: string, isCurrent: boolean): void {
  const chapter = chapterOf(clipId);
  if (isCurrent) chapter?.setAttribute('aria-current', 'true');
  else chapter?.removeAttribute('aria-current');
}
