import { embedAddress, playingTime } from './embed-address.js';

describe('the embedded player', () => {
  it('begins where it is asked to, and follows nobody', () =>
    expect(embedAddress({ origin: 'https://player.example.org', videoId: '42' }, 100)).toBe(
      'https://player.example.org/video/42?dnt=1&autoplay=1#t=100s',
    ));

  it.each([
    [0, '0:00'],
    [65, '1:05'],
    [600, '10:00'],
  ])('names %d seconds %s', (seconds, time) => expect(playingTime(seconds)).toBe(time));
});
