import { clockTime } from '../../api/contract/clock-time.js';
import { videoAnchor } from '../../api/contract/story-slug.js';
import type { PageParts } from './page.js';
import { PLAYER_MESSAGES as messages } from './player.messages.js';

export interface Moment {
  clipId: string;
  seconds: number;
}

/** The moment at which something in a timed transcript is said. */
export function momentOf(node: Node | null): Moment | null {
  const element = node instanceof Element ? node : node?.parentElement;
  const cue = element?.closest<HTMLElement>('[data-start], [data-moment]');
  const clipId = cue?.closest<HTMLElement>('[data-cues]')?.dataset.cues;
  if (!cue || clipId === undefined) return null;
  return { clipId, seconds: Number(cue.dataset.start ?? cue.dataset.moment) };
}

/** Offers to play a selected sentence, and a link to it, right below the selection. */
export function createMomentBar({ find }: PageParts, play: (moment: Moment) => void): void {
  const [bar] = find('moment');
  const [link] = find('moment-link');
  const [button] = find('moment-play');
  if (!bar || !link) return;
  let moment: Moment | null = null;

  const offer = () => {
    const selection = document.getSelection();
    moment = selection && !selection.isCollapsed ? momentOf(selection.getRangeAt(0).startContainer) : null;
    bar.hidden = moment === null;
    if (!moment || !selection) return;
    const time = clockTime(moment.seconds);
    find('moment-play-label').forEach((label) => (label.textContent = messages.playFrom(time)));
    find('moment-link-label').forEach((label) => (label.textContent = messages.linkTo(time)));
    link.dataset.share = videoAnchor(moment.clipId, moment.seconds);
    place(bar, selection.getRangeAt(0).getBoundingClientRect());
  };
  for (const event of ['pointerup', 'keyup']) {
    // The selection is settled only after the event that made it.
    document.addEventListener(event, ({ target }) => {
      if (!(target instanceof Node && bar.contains(target))) requestAnimationFrame(offer);
    });
  }
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || bar.hidden) return;
    document.getSelection()?.removeAllRanges();
    bar.hidden = true;
  });
  button?.addEventListener('click', () => {
    if (moment) play(moment);
    bar.hidden = true;
  });
}

/** Below what is selected, and wholly on the screen. */
function place(bar: HTMLElement, selected: DOMRect): void {
  const { offsetWidth, offsetHeight } = bar;
  const left = Math.min(Math.max(8, selected.left), innerWidth - offsetWidth - 8);
  const top = Math.min(selected.bottom + 8, innerHeight - offsetHeight - 8);
  bar.style.left = `${left + scrollX}px`;
  bar.style.top = `${top + scrollY}px`;
}
