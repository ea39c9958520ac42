import { clockTime } from '../../api/contract/common/clock-time.js';
import { videoAnchor } from '../../api/contract/stories/story-slug.js';
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

/** The fragment of the paragraph of a written chapter; null where there is none. */
function passageOf(node: Node): string | null {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest<HTMLElement>('[data-passage]')?.dataset.passage ?? null;
}

/** Offers to play a selected sentence, and a link to it, right below the selection. Of what was written the link alone. */
export function createMomentBar({ find, video }: PageParts, play: (moment: Moment) => void = () => {}): void {
  const [bar] = find('moment');
  const [link] = find('moment-link');
  const [button] = find('moment-play');
  if (!bar || !link) return;
  let moment: Moment | null = null;

  const offer = () => {
    const selection = document.getSelection();
    const node = selection && !selection.isCollapsed ? selection.getRangeAt(0).startContainer : null;
    moment = momentOf(node);
    const passage = node && passageOf(node);
    bar.hidden = moment === null && passage === null;
    if (bar.hidden || !selection) return;
    const time = moment && clockTime(moment.seconds);
    if (button) button.hidden = moment === null;
    find('moment-play-label').forEach((label) => (label.textContent = time && messages.playFrom(time)));
    const linkLabel = time === null ? messages.linkToPassage : messages.linkTo(time);
    find('moment-link-label').forEach((label) => (label.textContent = linkLabel));
    link.dataset.share = moment ? videoAnchor(moment.clipId, moment.seconds) : (passage ?? '');
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
    video?.focus({ preventScroll: true });
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
