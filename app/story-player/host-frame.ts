import { HOST_LANGUAGES, playAddress, readHostMessage } from './host-messages.js';
import type { HostedClip } from './hosted-stage.js';
import type { PlayerEvent } from './player-state.js';

const HELLO_INTERVAL_MS = 250;

interface FrameEvents {
  send: (event: PlayerEvent) => void;
  /** The player has come to another moment. */
  onTime: (isLater: boolean) => void;
}

/** A host's player in a frame of the page. What it says is heard only from its own window and origin. */
export function openHostFrame(clip: HostedClip, startSeconds: number, { send, onTime }: FrameEvents) {
  const { host, embed } = clip.hosted;
  const language = HOST_LANGUAGES[host];
  const { origin } = new URL(embed);
  const frame = document.createElement('iframe');
  let isReady = false;
  let seconds = startSeconds;

  const load = () => {
    frame.src = playAddress(host, embed, { seconds: Math.floor(seconds), pageOrigin: location.origin });
  };
  const say = (message: unknown) => frame.contentWindow?.postMessage(message, origin);
  const hear = ({ source, origin: sender, data }: MessageEvent) => {
    if (source !== frame.contentWindow || sender !== origin) return;
    const event = readHostMessage(host, data);
    if (event && !isReady) {
      isReady = true;
      clearInterval(hello);
      for (const message of language.listen) say(message);
    }
    if (event?.type === 'time') {
      const isLater = event.seconds > seconds;
      ({ seconds } = event);
      onTime(isLater);
    } else if (event?.type === 'failed') send({ type: 'failed', failure: 'not-loaded' });
    else if (event && event.type !== 'ready') send({ type: event.type });
  };
  addEventListener('message', hear);
  // It hears nothing before its scripts run.
  const hello = setInterval(() => say(language.hello), HELLO_INTERVAL_MS);
  // From now on it can be pressed, should the browser want a press in it.
  frame.addEventListener('load', () => send({ type: 'shown' }));
  load();

  return {
    frame,
    seconds: () => seconds,
    seek(to: number): void {
      seconds = to;
      if (isReady) say(language.seek(to));
      else load();
    },
    play: () => say(language.play),
    pause: () => say(language.pause),
    close(): void {
      clearInterval(hello);
      removeEventListener('message', hear);
      frame.remove();
    },
  };
}

export type HostFrame = ReturnType<typeof openHostFrame>;
