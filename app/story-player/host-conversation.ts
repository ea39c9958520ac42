import type { VideoHost } from '../../api/contract/hosted-video.js';
import { HOST_LANGUAGES, readHostMessage } from './host-messages.js';
import type { PlayerEvent } from './player-state.js';

const HELLO_INTERVAL_MS = 250;
/** A player that has not answered by then does not: it was blocked, or there is no way to it. */
const HELLOS = 40;

interface ConversationEvents {
  /** Posts a message to the player. */
  say: (message: unknown) => void;
  send: (event: PlayerEvent) => void;
  /** The player has come to another moment. */
  onTime: (isLater: boolean) => void;
}

/** What is said to a host's player and heard of it: nothing is asked of it before it answers. */
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

  const sayWhenReady = (message: unknown) => {
    if (isReady) say(message);
  };
  const begin = () => {
    isReady = true;
    clearInterval(hello);
    for (const message of language.listen) say(message);
    if (wantedSeconds !== null) say(language.seek(wantedSeconds));
  };

  return {
    /** The player's document is there: its scripts may hear from now on, or a little later. */
    greet(): void {
      clearInterval(hello);
      if (isReady) return;
      let said = 0;
      hello = setInterval(() => {
        said += 1;
        if (said === HELLOS) clearInterval(hello);
        say(language.hello);
      }, HELLO_INTERVAL_MS);
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
    seconds: () => seconds,
    seek(to: number): void {
      seconds = to;
      if (isReady) say(language.seek(to));
      else wantedSeconds = to;
    },
    play: () => sayWhenReady(language.play),
    pause: () => sayWhenReady(language.pause),
    close: () => clearInterval(hello),
  };
}
