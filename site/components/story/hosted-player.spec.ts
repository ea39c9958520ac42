import { hostedPlayer, hostNamesOf, storyFrameDirective } from './hosted-player.js';

const file = { videoUrl: '/media/v.mp4', mimeType: 'video/mp4' };
const vimeo = { videoUrl: 'https://vimeo.com/1/abcdef0123', mimeType: null };
const youtube = { videoUrl: 'https://www.youtube.com/watch?v=abcdefghijk', mimeType: null };

describe('the player of a host', () => {
  it('is that of the host where the video stands', () => {
    expect(hostedPlayer(vimeo)).toEqual({
      host: 'vimeo',
      hostName: 'Vimeo',
      embed: 'https://player.vimeo.com/video/1?h=abcdef0123&dnt=1',
    });
    expect(hostedPlayer(youtube)?.embed).toBe('https://www.youtube-nocookie.com/embed/abcdefghijk');
  });

  it('may be framed by pages that show a video of that host, and by no others', () => {
    expect(storyFrameDirective([file, youtube, file])).toBe('frame-src https://www.youtube-nocookie.com');
    expect(storyFrameDirective([youtube, vimeo, vimeo])).toBe(
      'frame-src https://player.vimeo.com https://www.youtube-nocookie.com',
    );
    expect(storyFrameDirective([file])).toBeNull();
  });

  it('is named for people', () => {
    expect(hostNamesOf([youtube, vimeo, file])).toBe('Vimeo and YouTube');
    expect(hostNamesOf([file])).toBe('');
  });

  describe('refuses', () => {
    it('files, and addresses of nobody we know', () => {
      expect(hostedPlayer(file)).toBeNull();
      expect(hostedPlayer({ ...file, videoUrl: vimeo.videoUrl })).toBeNull();
      expect(hostedPlayer({ videoUrl: 'https://example.org/1', mimeType: null })).toBeNull();
    });
  });
});
