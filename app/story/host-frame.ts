import { createHostConversation } from './host-conversation.js';
import { playAddress } from './host-messages.js';
import type { HostedClip } from './hosted-stage.js';
import type { PlayerEvent } from './player-state.js';

interface FrameEvents {
  send: (event: PlayerEvent) => void;
  /** The player has come to another moment. */
  onTime: (isLater: boolean) => void;
}

/** A host's player in a frame of the page. What it says is heard only from its own window and origin. */
export function openHostFrame(clip: HostedClip, startSeconds: number, { send, onTime }: FrameEvents) {
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
