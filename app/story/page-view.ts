import { chapterOf, type PageParts } from './page-parts.js';
import { PLAYER_MESSAGES as messages } from './player.messages.js';
import { answers, type Clip, isBeingPrepared, nextAnswer, type PlayerState } from './player-state.js';

/** Writes the player's state into the page. */
export function showState({ clips, find }: PageParts, state: PlayerState): void {
  const clip = clips.find(({ id }) => id === state.clipId);
  const title = clip?.title ?? '';
  const isInterview = state.mode === 'interview';
  const hasFailed = state.playback === 'failed';
  const isWaiting = state.playback === 'starting' || state.playback === 'stalled';
  const write = (part: string, text: string) => find(part).forEach((label) => (label.textContent = text));
  const show = (part: string, isShown: boolean) => find(part).forEach((element) => (element.hidden = !isShown));

  write('current-title', title);
  const words = hasFailed ? failureWords(state, clip, nextAnswer(clips, state.clipId) !== undefined) : NO_WORDS;
  write('now-playing-title', hasFailed ? messages.cannotPlay(title) : messages.nowPlaying(title));
  write('playlist-label', isInterview ? messages.stopInterview : messages.playInterview);
  write('overlay-text', hasFailed ? '' : messages.loading);
  write('failure', words.failure);
  write('failure-hint', words.hint);

  show('playlist', answers(clips).length > 0);
  show('now-playing', isInterview || isWaiting || state.playback === 'playing');
  show('stop', isInterview);
  show('overlay', isWaiting || hasFailed);
  show('retry', hasFailed);
  show('preparing', clip !== undefined && isBeingPrepared(clip));

  for (const { id } of clips) mark(chapterOf(id), id === state.clipId);
  for (const entry of find('clip')) mark(entry, entry.dataset.play === state.clipId);
}

const NO_WORDS = { failure: '', hint: '' };

function failureWords({ failure, mode }: PlayerState, clip: Clip | undefined, hasNext: boolean) {
  if (failure === 'not-playable') return { failure: messages.notPlayable, hint: messages.notPlayableHint };
  const host = clip?.hosted?.hostName;
  if (host === undefined) return { failure: messages.failed, hint: '' };
  const hint = mode === 'interview' && hasNext ? messages.goesOn : messages.tryLater(host);
  return { failure: failure === 'host-silent' ? messages.hostSilent(host) : messages.failed, hint };
}

/** In place of a story whose videos were taken back while it was open: nothing of it stays on the screen. */
export function showWithdrawn(root: HTMLElement): void {
  const notice = root.querySelector<HTMLTemplateElement>('template[data-withdrawn]');
  const main = root.querySelector('main');
  if (!notice || !main) return;
  main.replaceChildren(notice.content.cloneNode(true));
  main.querySelector<HTMLElement>('[tabindex]')?.focus();
  for (const part of root.querySelectorAll('[data-needs-videos]')) part.remove();
}

function mark(element: HTMLElement | null, isCurrent: boolean): void {
  if (isCurrent) element?.setAttribute('aria-current', 'true');
  else element?.removeAttribute('aria-current');
}
