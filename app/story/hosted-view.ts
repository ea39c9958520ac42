import type { PageParts } from './page-parts.js';
import { PLAYER_MESSAGES as messages } from './player.messages.js';
import type { Clip } from './player-state.js';

/** Shows the picture of a video that stands at a host in the player's place, with what a press of play will ask. */
export function showHosted({ find }: PageParts, clip: Clip | undefined): void {
  const hosted = clip?.hosted ?? null;
  for (const part of ['hosted', 'hosted-note']) find(part).forEach((element) => (element.hidden = hosted === null));
  for (const frame of find('frame')) frame.toggleAttribute('data-hosted', hosted !== null);
  // The sound alone is a file, and a host gives none.
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-comfort="listen"]'))
    button.disabled = hosted !== null;
  if (!clip || !hosted) return;
  const write = (part: string, text: string) => find(part).forEach((element) => (element.textContent = text));
  write('hosted-word', messages.playsFrom(hosted.hostName));
  write('hosted-listening', messages.noListening(hosted.hostName));
  write('hosted-open-label', messages.openAt(hosted.hostName));
  for (const link of [...find('hosted-play'), ...find('hosted-open')] as HTMLAnchorElement[]) link.href = hosted.watch;
  for (const link of find('hosted-play')) link.dataset.play = clip.id;
  for (const picture of find('hosted-picture') as HTMLImageElement[]) {
    picture.hidden = clip.poster === null;
    if (clip.poster === null) picture.removeAttribute('src');
    else picture.src = clip.poster;
  }
}
