import type { VideoHost } from '../../api/contract/media/hosted-video.js';
import { HOST_LANGUAGES, playAddress, readHostMessage } from './host-messages.js';
import type { HostedClip, PlayerEvent } from './player-state.js';

const HELLO_INTERVAL_MS = 250;
/** A line of a phone may take half a minute for a player's document with its scripts. */
const ARRIVING_MS = 30_000;
/** A document that has not answered by then is none of a player: it was blocked, or there is no way to it. No browser tells. */
const SILENCE_MS = 5_000;

interface PlayerEvents {
  send: (event: PlayerEvent) => void;
  /** The player has come to another moment. */
  onTime: (isLater: boolean) => void;
}

interface ConversationEvents extends PlayerEvents {
  /** Posts a message to the player. */
  say: (message: unknown) => void;
}

/** What is said to a host's player and heard of it: nothing is asked of it before it answers, which has its time. */
export function createHostConversation(
  host: VideoHost,
  startSeconds: number,
  { say, send, onTime }: ConversationEvents,
) {
  const language = HOST_LANGUAGES[host];
  let isReady = false;
  let hello: ReturnType<typeof setInterval> | undefined;
  let seconds = startSeconds;
  /** Where to go once the player answers. */
  let wantedSeconds: number | null = null;
  /** Else it is to rest, though it begins by itself. */
  let isToPlay = true;

  const sayWhenReady = (message: unknown) => {
    if (isReady) say(message);
  };
  const close = () => {
    clearInterval(hello);
    clearTimeout(silence);
  };
  const giveUpAfter = (ms: number) =>
    setTimeout(() => {
      clearInterval(hello);
      send({ type: 'failed', failure: 'host-silent' });
    }, ms);
  let silence = giveUpAfter(ARRIVING_MS);
  const begin = () => {
    isReady = true;
    close();
    send({ type: 'shown' });
    for (const message of language.listen) say(message);
    if (wantedSeconds !== null) say(language.seek(wantedSeconds));
    if (!isToPlay) say(language.pause);
  };

  return {
    /** The player's document is there: its scripts may hear from now on, or a little later. */
    greet(): void {
      if (isReady) return;
      close();
      hello = setInterval(() => say(language.hello), HELLO_INTERVAL_MS);
      silence = giveUpAfter(SILENCE_MS);
    },
    hear(data: unknown): void {
      const events = readHostMessage(host, data);
      if (events.length > 0 && !isReady) begin();
      for (const event of events) {
        if (event.type === 'time') {
          const isLater = event.seconds > seconds;
          ({ seconds } = event);
          onTime(isLater);
        } else if (event.type === 'failed') send({ type: 'failed', failure: 'not-loaded' });
        else if (event.type !== 'ready') send({ type: event.type });
      }
    },
    /** It answers: there is something to be seen. */
    isReady: () => isReady,
    seconds: () => seconds,
    seek(to: number): void {
      seconds = to;
      if (isReady) say(language.seek(to));
      else wantedSeconds = to;
    },
    play(): void {
      isToPlay = true;
      sayWhenReady(language.play);
    },
    pause(): void {
      isToPlay = false;
      sayWhenReady(language.pause);
    },
    close,
  };
}

/** A host's player in a frame of the page. What it says is heard only from its own window and origin. */
export function openHostFrame(clip: HostedClip, startSeconds: number, { send, onTime }: PlayerEvents) {
  const { host, embed } = clip.hosted;
  const { origin } = new URL(embed);
  const frame = document.createElement('iframe');
  const say = (message: unknown) => frame.contentWindow?.postMessage(message, origin);
  const { greet, hear, close, ...player } = createHostConversation(host, startSeconds, { say, send, onTime });

  const listen = ({ source, origin: sender, data }: MessageEvent) => {
    if (source === frame.contentWindow && sender === origin) hear(data);
  };
  addEventListener('message', listen);
  // Also of the browser's own page that says that there is no way to the host.
  frame.addEventListener('load', greet);
  frame.src = playAddress(host, embed, { seconds: Math.floor(startSeconds), pageOrigin: location.origin });

  return {
    ...player,
    frame,
    close(): void {
      close();
      removeEventListener('message', listen);
      frame.remove();
    },
  };
}

export type HostFrame = ReturnType<typeof openHostFrame>;
