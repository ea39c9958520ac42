import { anything, assert, property } from 'fast-check';
import { playAddress, readHostMessage } from './host-messages.js';

const PAGE = { seconds: 72, pageOrigin: 'https://stories.example.org' };

describe('a host’s player', () => {
  it('begins at a moment, follows nobody and tells this page how it goes', () => {
    expect(playAddress('vimeo', 'https://player.vimeo.com/video/1?h=abc&dnt=1', PAGE)).toBe(
      'https://player.vimeo.com/video/1?h=abc&dnt=1&autoplay=1&playsinline=1#t=72s',
    );
    expect(playAddress('youtube', 'https://www.youtube-nocookie.com/embed/abcdefghijk', PAGE)).toBe(
      'https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1&playsinline=1&enablejsapi=1&origin=https%3A%2F%2Fstories.example.org&rel=0&start=72',
    );
  });

  it.each([
    ['vimeo', { event: 'ready' }, [{ type: 'ready' }]],
    ['vimeo', { method: 'ping' }, [{ type: 'ready' }]],
    ['vimeo', { event: 'playing', data: { seconds: 0 } }, [{ type: 'started' }]],
    ['vimeo', '{"event":"ended","data":{"percent":1}}', [{ type: 'ended' }]],
    ['vimeo', { event: 'timeupdate', data: { seconds: 3.5 } }, [{ type: 'time', seconds: 3.5 }]],
    ['vimeo', { event: 'error', data: { name: 'PrivacyError' } }, [{ type: 'failed' }]],
    ['vimeo', { event: 'error', data: { name: 'NotAllowedError', method: 'play' } }, []],
    ['youtube', '{"event":"onReady","info":null}', [{ type: 'ready' }]],
    ['youtube', '{"event":"onStateChange","info":1}', [{ type: 'started' }]],
    ['youtube', '{"event":"onStateChange","info":2}', [{ type: 'paused' }]],
    ['youtube', '{"event":"onStateChange","info":3}', [{ type: 'stalled' }]],
    ['youtube', '{"event":"onStateChange","info":0}', [{ type: 'ended' }]],
    ['youtube', '{"event":"onStateChange","info":-1}', []],
    ['youtube', '{"event":"infoDelivery","info":{"currentTime":12.25}}', [{ type: 'time', seconds: 12.25 }]],
    ['youtube', '{"event":"infoDelivery","info":{"volume":50}}', []],
    [
      'youtube',
      '{"event":"infoDelivery","info":{"currentTime":12.25,"playerState":2}}',
      [{ type: 'time', seconds: 12.25 }, { type: 'paused' }],
    ],
    ['youtube', '{"event":"initialDelivery","info":{"playerState":1}}', [{ type: 'ready' }, { type: 'started' }]],
    ['youtube', '{"event":"initialDelivery","info":{"playerState":5}}', [{ type: 'ready' }]],
    ['youtube', '{"event":"initialDelivery"}', [{ type: 'ready' }]],
    ['youtube', '{"event":"onError","info":150}', [{ type: 'failed' }]],
  ] as const)('of %s says %j', (host, message, events) => expect(readHostMessage(host, message)).toEqual(events));

  describe('refuses', () => {
    it.each([null, 7, 'no JSON', '[]', '"ended"', {}, { event: 'constructor' }, { event: 'timeupdate', data: null }])(
      'what is no message of its own: %j',
      (data) => {
        expect(readHostMessage('vimeo', data)).toEqual([]);
        expect(readHostMessage('youtube', data)).toEqual([]);
      },
    );

    it('whatever may come, without a fault', () =>
      assert(
        property(anything(), (data) => {
          readHostMessage('vimeo', { event: 'timeupdate', data });
          expect(readHostMessage('youtube', data)).toEqual([]);
        }),
      ));
  });
});
