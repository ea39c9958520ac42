import { jest } from '@jest/globals';
import type { VideoHost } from '../../api/contract/media/hosted-video.js';
import { createHostConversation } from './host-player.js';
import { HOST_LANGUAGES } from './host-messages.js';
import type { PlayerEvent } from './player-state.js';

const { hello, listen, play, pause, seek } = HOST_LANGUAGES.vimeo;
const LONG_MS = 60_000;

describe('a conversation with a host’s player', () => {
  let said: unknown[];
  let sent: PlayerEvent[];
  let times: boolean[];
  beforeEach(() => {
    jest.useFakeTimers();
    [said, sent, times] = [[], [], []];
  });
  afterEach(() => jest.useRealTimers());

  const converse = (host: VideoHost = 'vimeo') =>
    createHostConversation(host, 72, {
      say: (message) => void said.push(message),
      send: (event) => void sent.push(event),
      onTime: (isLater) => void times.push(isLater),
    });

  it('begins when the document is there, with greetings until the player answers', () => {
    const player = converse();
    jest.advanceTimersByTime(LONG_MS);
    expect(said).toEqual([]);
    player.greet();
    jest.advanceTimersByTime(500);
    expect(said).toEqual([hello, hello]);
    player.hear({ event: 'ready' });
    player.greet();
    jest.advanceTimersByTime(LONG_MS);
    expect(said).toEqual([hello, hello, ...listen]);
  });

  it('goes to the last moment that was chosen before the player answered', () => {
    const player = converse();
    player.seek(5);
    player.seek(30);
    expect({ said, seconds: player.seconds() }).toEqual({ said: [], seconds: 30 });
    player.hear({ event: 'ready' });
    player.seek(40);
    expect(said).toEqual([...listen, seek(30), seek(40)]);
  });

  it('lets it rest that was stopped before the player answered, though it begins by itself', () => {
    const player = converse();
    player.pause();
    player.hear({ event: 'ready' });
    expect(said).toEqual([...listen, pause]);
    const other = converse();
    other.pause();
    other.play();
    other.hear({ event: 'ready' });
    expect(said).toEqual([...listen, pause, ...listen]);
  });

  it('asks for playing and for a pause', () => {
    const player = converse();
    player.hear({ method: 'ping' });
    player.play();
    player.pause();
    expect(said).toEqual([...listen, play, pause]);
  });

  it('tells how it goes, of a player too that says it all at once', () => {
    const player = converse('youtube');
    player.hear('{"event":"initialDelivery","info":{"playerState":1,"currentTime":72}}');
    player.hear('{"event":"infoDelivery","info":{"currentTime":73,"playerState":2}}');
    player.hear('{"event":"infoDelivery","info":{"currentTime":3}}');
    player.hear('{"event":"onError","info":150}');
    expect(said).toEqual(HOST_LANGUAGES.youtube.listen);
    expect(sent).toEqual([
      { type: 'shown' },
      { type: 'started' },
      { type: 'paused' },
      { type: 'failed', failure: 'not-loaded' },
    ]);
    expect({ times, seconds: player.seconds() }).toEqual({ times: [true, false], seconds: 3 });
  });

  describe('refuses', () => {
    it('to greet without end, or after it was closed', () => {
      const player = converse();
      player.greet();
      jest.advanceTimersByTime(LONG_MS);
      expect(said).toHaveLength(19);
      player.greet();
      player.close();
      jest.advanceTimersByTime(LONG_MS);
      expect(said).toHaveLength(19);
    });

    it('to wait for more than half a minute for a document, and for five seconds for its first word', () => {
      const silent = { type: 'failed', failure: 'host-silent' };
      converse();
      jest.advanceTimersByTime(29_999);
      expect(sent).toEqual([]);
      jest.advanceTimersByTime(1);
      expect(sent).toEqual([silent]);
      const slow = converse();
      jest.advanceTimersByTime(29_000);
      slow.greet();
      jest.advanceTimersByTime(4_999);
      expect(sent).toEqual([silent]);
      jest.advanceTimersByTime(LONG_MS);
      expect(sent).toEqual([silent, silent]);
    });

    it('to give up a player that has answered, or one that was closed', () => {
      converse().hear({ event: 'ready' });
      converse().close();
      jest.advanceTimersByTime(LONG_MS);
      expect(sent).toEqual([{ type: 'shown' }]);
    });

    it('to ask for playing or a pause before the player answers, or because of what is no answer', () => {
      const player = converse();
      player.hear({ event: 'something' });
      player.play();
      player.pause();
      expect({ said, sent }).toEqual({ said: [], sent: [] });
    });
  });
});
