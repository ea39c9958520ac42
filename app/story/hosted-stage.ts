import { type HostFrame, openHostFrame } from './host-player.js';
import type { PageParts } from './page.js';
import { PLAYER_MESSAGES as messages } from './player.messages.js';
import { type Clip, type HostedClip, type PlayerStore, SKIP_AFTER_MS } from './player-state.js';

/** Of the player that hosts frame, in the words of the page. */
const ALLOWED = 'autoplay; encrypted-media; fullscreen; picture-in-picture';
/** What a player needs, and not to lead this page away. */
const SANDBOX = 'allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox';

/**
 * Shows videos that stand at a host: at first their picture, which is kept here. Their host is asked for nothing before
 * its video is to play.
 */
export function createHostedStage(parts: PageParts, store: PlayerStore) {
  const { clips, find } = parts;
  const [stage] = find('hosted');
  const [cover] = find('hosted-cover');
  const listeners: (() => void)[] = [];
  let open: HostFrame | null = null;
  let pendingSeconds = 0;
  let skipping: ReturnType<typeof setTimeout> | undefined;

  const current = () => clips.find((clip): clip is HostedClip => clip.id === store.read().clipId && isHosted(clip));
  const close = () => {
    open?.close();
    open = null;
    pendingSeconds = 0;
  };
  const onTime = (isLater: boolean) => {
    const { playback } = store.read();
    // A player tells when it waits, but not always when it goes on.
    if (isLater && (playback === 'stalled' || playback === 'starting')) store.send({ type: 'started' });
    for (const listener of listeners) listener();
  };
  const start = (clip: HostedClip) => {
    // What was pressed, the picture or the button to try again, goes.
    const hadFocus = find('frame')[0]?.contains(document.activeElement);
    open = openHostFrame(clip, pendingSeconds, { send: store.send, onTime });
    const { frame } = open;
    frame.className = 'hosted-frame';
    frame.title = messages.frameTitle(clip.hosted.hostName, clip.title);
    frame.allow = ALLOWED;
    frame.setAttribute('sandbox', SANDBOX);
    // The host learns the site alone: makers of a video choose the sites that may show it.
    frame.referrerPolicy = 'strict-origin';
    stage?.append(frame);
    if (hadFocus) frame.focus();
  };

  /** What does not play is taken away; the keyboard stays at the player. */
  const leave = () => {
    const hadFocus = open !== null && document.activeElement === open.frame;
    const seconds = open?.seconds() ?? pendingSeconds;
    close();
    // Tried again, it goes on there.
    pendingSeconds = seconds;
    // It is shown by the time this listener and the others have heard of the failure.
    if (hadFocus) queueMicrotask(() => find('retry')[0]?.focus());
    skipping = setTimeout(() => store.send({ type: 'skip' }), SKIP_AFTER_MS);
  };

  store.subscribe((state, previous) => {
    if (state.playback !== 'failed') clearTimeout(skipping);
    const clip = current();
    if (state.clipId !== previous.clipId) {
      close();
      showHosted(parts, clip);
    }
    if (!clip) return;
    const isStart = state.playback === 'starting' && previous.playback !== 'starting';
    if (state.playback === 'failed' && previous.playback !== 'failed') leave();
    if (state.playback === 'starting' && !open) start(clip);
    else if (isStart) open?.play();
    if (state.playback === 'paused' && previous.playback !== 'paused') open?.pause();
    // Until the player answers, the picture stays before it: a browser shows its own bright page where there is no way.
    if (cover) cover.hidden = open?.isReady() ?? false;
  });

  showHosted(parts, current());
  return {
    isCurrent: () => current() !== undefined,
    seconds: () => open?.seconds() ?? pendingSeconds,
    seek(seconds: number): void {
      pendingSeconds = seconds;
      open?.seek(seconds);
    },
    onTime: (listener: () => void) => void listeners.push(listener),
  };
}

function isHosted(clip: Clip): clip is HostedClip {
  return clip.hosted !== null;
}

/** Shows the picture of a video that stands at a host in the player's place, with what a press of play will ask. */
function showHosted({ find }: PageParts, clip: Clip | undefined): void {
  const hosted = clip?.hosted ?? null;
  for (const part of ['hosted', 'hosted-note']) find(part).forEach((element) => (element.hidden = hosted === null));
  for (const frame of find('frame')) frame.toggleAttribute('data-hosted', hosted !== null);
  // The sound alone is a file, and a host gives none.
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-preference="listen"]'))
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
