import { assert, property, string } from 'fast-check';
import { embedAddress, parseHostedVideo, watchAddress } from './hosted-video.js';
import { VIDEO_ADDRESS_MAX_LENGTH } from '../common/limits.js';

const YOUTUBE = 'dQw4w9WgX-_';

describe('the address of a hosted video', () => {
  it.each([
    'https://vimeo.com/76979871',
    ' http://www.vimeo.com/76979871/ ',
    'HTTPS://VIMEO.COM/76979871?share=copy#t=30s',
    'https://player.vimeo.com/video/76979871?dnt=1',
    'https://vimeo.com/channels/staffpicks/76979871',
    'https://vimeo.com/groups/shortfilms/videos/76979871',
    'https://vimeo.com/showcase/123/video/76979871',
    'https://vimeo.com/album/123/video/76979871',
    'https://vimeo.com/manage/videos/76979871',
  ])('is read from %s', (address) => {
    const video = parseHostedVideo(address)!;
    expect(video).toEqual({ host: 'vimeo', id: '76979871', hash: null });
    expect(watchAddress(video)).toBe('https://vimeo.com/76979871');
    expect(embedAddress(video)).toBe('https://player.vimeo.com/video/76979871?dnt=1');
  });

  it.each([
    'https://vimeo.com/76979871/8272103f6e',
    'https://vimeo.com/76979871?h=8272103f6e',
    'https://vimeo.com/manage/videos/76979871/8272103f6e',
    'https://player.vimeo.com/video/76979871?h=8272103f6e&badge=0',
  ])('keeps what makes an unlisted video be shown: %s', (address) => {
    const video = parseHostedVideo(address)!;
    expect(watchAddress(video)).toBe('https://vimeo.com/76979871/8272103f6e');
    expect(embedAddress(video)).toBe('https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1');
  });

  it.each([
    `https://www.youtube.com/watch?v=${YOUTUBE}`,
    `https://youtube.com/watch?list=PL1&v=${YOUTUBE}&t=42s`,
    `http://m.youtube.com/watch?v=${YOUTUBE}`,
    `https://www.youtube.com/shorts/${YOUTUBE}`,
    `https://www.youtube.com/embed/${YOUTUBE}?rel=0`,
    `https://www.youtube.com/live/${YOUTUBE}?feature=share`,
    `https://www.youtube.com/v/${YOUTUBE}`,
    `https://youtu.be/${YOUTUBE}?si=abc`,
    `https://www.youtube-nocookie.com/embed/${YOUTUBE}`,
  ])('is read from %s', (address) => {
    const video = parseHostedVideo(address)!;
    expect(video).toEqual({ host: 'youtube', id: YOUTUBE, hash: null });
    expect(watchAddress(video)).toBe(`https://www.youtube.com/watch?v=${YOUTUBE}`);
    expect(embedAddress(video)).toBe(`https://www.youtube-nocookie.com/embed/${YOUTUBE}`);
  });

  it('is the same one when it is read again', () => {
    for (const address of [`https://youtu.be/${YOUTUBE}`, 'https://vimeo.com/1/abcd1234', 'https://vimeo.com/2']) {
      const video = parseHostedVideo(address)!;
      expect(parseHostedVideo(watchAddress(video))).toEqual(video);
      expect(parseHostedVideo(embedAddress(video))).toEqual(video);
    }
  });

  describe('refuses', () => {
    it.each([
      '',
      'vimeo.com/76979871',
      'ftp://vimeo.com/76979871',
      'javascript:alert(1)//https://vimeo.com/76979871',
      'data:text/html,https://vimeo.com/76979871',
      'https://',
      'https://example.org/76979871',
      'https://evil.com/youtube.com/watch?v=dQw4w9WgX-_',
      'https://vimeo.com.evil.com/76979871',
      'https://evilvimeo.com/76979871',
      'https://vimeo.m.com/76979871',
      'https://youtube.www.com/watch?v=dQw4w9WgX-_',
      'https://vimeo.com@evil.com/76979871',
      'https://someone:secret@vimeo.com/76979871',
      'https://someone@vimeo.com/76979871',
      'https://:secret@vimeo.com/76979871',
      'https://vimeo.com:8443/76979871',
      'https://constructor/76979871',
      'https://vimeo.com/',
      'https://vimeo.com/staff',
      'https://vimeo.com/0',
      'https://vimeo.com/12345678901234567890',
      'https://vimeo.com/76979871/settings',
      'https://vimeo.com/76979871?h=%22onload',
      'https://vimeo.com/channels/76979871',
      'https://vimeo.com/ondemand/film/76979871',
      'https://www.youtube.com/',
      'https://www.youtube.com/watch',
      'https://www.youtube.com/watch?v=tooShort',
      'https://www.youtube.com/watch?v=dQw4w9WgX%22_',
      'https://www.youtube.com/@someone',
      'https://www.youtube.com/playlist?list=PL1',
      'https://www.youtube.com/embed/videoseries?list=PL1',
      'https://www.youtube.com/embed/live_stream?channel=UC1',
      'https://youtu.be/',
    ])('%j', (address) => expect(parseHostedVideo(address)).toBeNull());

    it('an address that is too long', () => {
      const address = 'https://vimeo.com/76979871?';
      expect(parseHostedVideo(address.padEnd(VIDEO_ADDRESS_MAX_LENGTH, 'a'))).not.toBeNull();
      expect(parseHostedVideo(address.padEnd(VIDEO_ADDRESS_MAX_LENGTH + 1, 'a'))).toBeNull();
    });

    it('whatever is no address of theirs, without a fault', () =>
      assert(
        property(string({ unit: 'binary' }), (text) => {
          expect(parseHostedVideo(text)).toBeNull();
          const video = parseHostedVideo(`https://vimeo.com/${text}`);
          expect(video && parseHostedVideo(watchAddress(video))).toEqual(video);
        }),
      ));
  });
});
