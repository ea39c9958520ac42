import type { VideoHost } from '../../api/contract/media/hosted-video.js';
import { PLAYER_MESSAGES as messages } from './player.messages.js';
import {
  answers,
  type Clip,
  type HostedSource,
  isBeingPrepared,
  nextAnswer,
  type PlayerState,
} from './player-state.js';

/** The parts of the story page that the player works with: `data-` attributes that the page's components set. */
export interface PageParts {
  /** Null of a story that was told in words alone. */
  video: HTMLVideoElement | null;
  clips: Clip[];
  find: (part: string) => HTMLElement[];
}

export type PlayerParts = PageParts & { video: HTMLVideoElement };

/** Reads the page. Null when nothing is told on it. */
export function readPage(root: HTMLElement): PageParts | null {
  const video = root.querySelector('video');
  const clips = [...root.querySelectorAll<HTMLElement>('[data-clip]')].map(toClip);
  if (clips.length === 0 && !root.querySelector('[data-passage]')) return null;
  return { video, clips, find: (part) => [...root.querySelectorAll<HTMLElement>(`[data-part="${part}"]`)] };
}

/** The section of the page that holds a clip's transcript. */
export function chapterOf(clipId: string): HTMLElement | null {
  return document.getElementById(`video-${clipId}`);
}

function toClip({ dataset }: HTMLElement): Clip {
  return {
    id: dataset.clip ?? '',
    title: dataset.title ?? '',
    src: dataset.src ?? '',
    hosted: toHosted(dataset),
    audio: dataset.audio ?? null,
    captions: dataset.captions ?? null,
    poster: dataset.poster ?? null,
    isOverview: 'overview' in dataset,
  };
}

function toHosted({ host, hostName, embed, watch }: DOMStringMap): HostedSource | null {
  if (host === undefined || hostName === undefined || embed === undefined || watch === undefined) return null;
  return { host: host as VideoHost, hostName, embed, watch };
}

/** Writes the player's state into the page. */
export function showState({ video, clips, find }: PageParts, state: PlayerState): void {
  const focused = document.activeElement;
  const clip = clips.find(({ id }) => id === state.clipId);
  const title = clip?.title ?? '';
  const isInterview = state.mode === 'interview';
  const hasFailed = state.playback === 'failed';
  const isWaiting = state.playback === 'starting' || state.playback === 'stalled';
  const write = (part: string, text: string) => find(part).forEach((label) => (label.textContent = text));
  const show = (part: string, isShown: boolean) => find(part).forEach((element) => (element.hidden = !isShown));

  write('current-title', title);
  const words = hasFailed
    ? failureWords(state, clip, nextAnswer(clips, state.clipId, state.short) !== undefined)
    : NO_WORDS;
  write('now-playing-title', hasFailed ? messages.cannotPlay(title) : messages.nowPlaying(title));
  const play = state.short ? messages.playShortForm(state.short.minutes) : messages.playInterview;
  const stop = state.short ? messages.stopShortForm : messages.stopInterview;
  write('playlist-label', isInterview ? stop : play);
  write('overlay-text', hasFailed ? '' : messages.loading);
  write('failure', words.failure);
  write('failure-hint', words.hint);

  show('playlist', answers(clips, state.short).length > 0);
  show('now-playing', isInterview || isWaiting || state.playback === 'playing');
  show('stop', isInterview);
  show('overlay', isWaiting || hasFailed);
  show('retry', hasFailed && state.failure !== 'gone');
  show('preparing', clip !== undefined && isBeingPrepared(clip));

  // Whoever has pressed what goes stays at the player.
  if (focused instanceof HTMLElement && focused.closest('[hidden]')) {
    const [playlist] = find('playlist');
    if (playlist && !playlist.hidden && !isInterview && !isWaiting) playlist.focus();
    else video?.focus({ preventScroll: true });
  }

  for (const { id } of clips) mark(chapterOf(id), id === state.clipId);
  for (const entry of find('clip')) mark(entry, entry.dataset.play === state.clipId);
}

const NO_WORDS = { failure: '', hint: '' };

function failureWords({ failure, mode }: PlayerState, clip: Clip | undefined, hasNext: boolean) {
  if (failure === 'not-playable') return { failure: messages.notPlayable, hint: messages.notPlayableHint };
  const goesOn = mode === 'interview' && hasNext;
  if (failure === 'gone') return { failure: messages.gone, hint: goesOn ? messages.goesOn : messages.goneHint };
  const host = clip?.hosted?.hostName;
  if (host === undefined) return { failure: messages.failed, hint: '' };
  const hint = goesOn ? messages.goesOn : messages.tryLater(host);
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

/** The same of one video: its words go, and the story stays. */
export function showGone(clipId: string): void {
  const chapter = chapterOf(clipId);
  const notice = Object.assign(document.createElement('p'), { textContent: messages.goneHint });
  chapter?.querySelector('[data-transcript]')?.replaceChildren(notice);
  const quote = chapter?.nextElementSibling;
  if (quote?.classList.contains('chapter-quote')) quote.remove();
}

function mark(element: HTMLElement | null, isCurrent: boolean): void {
  if (isCurrent) element?.setAttribute('aria-current', 'true');
  else element?.removeAttribute('aria-current');
}
