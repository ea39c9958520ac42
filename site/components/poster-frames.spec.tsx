import { fireEvent } from '@testing-library/react';
import { showFirstFrames } from './poster-frames.js';

const FILMS = ['/media/anna.mp4', '/media/ben.mp4'];
/** What the browser tells of posters that come near the screen, or go. */
let tell: (entries: { target: Element; isIntersecting: boolean }[]) => void;
let watched: Set<Element>;

/** A page of two posters with a film and one without. */
function open(connection?: { saveData: boolean }): Element[] {
  watched = new Set();
  globalThis.IntersectionObserver = class {
    constructor(told: (entries: IntersectionObserverEntry[]) => void) {
      tell = told as typeof tell;
    }
    observe = (target: Element) => void watched.add(target);
    unobserve = (target: Element) => void watched.delete(target);
  } as unknown as typeof IntersectionObserver;
  Object.defineProperty(navigator, 'connection', { configurable: true, value: connection });
  document.body.innerHTML = FILMS.map((film) => `<div data-first-frame="${film}"></div>`).join('') + '<div></div>';
  showFirstFrames();
  return [...document.body.children];
}

const videos = () => [...document.querySelectorAll('video')];

describe('the first frame of a video in its poster', () => {
  it('is asked for once the poster comes near the screen, and no more than that of the video', () => {
    const [anna, ben] = open();
    expect([...watched]).toEqual([anna, ben]);
    tell([{ target: anna!, isIntersecting: false }]);
    expect(videos()).toEqual([]);
    tell([{ target: anna!, isIntersecting: true }]);
    const [video] = videos();
    expect([videos().length, video?.parentElement, [...watched]]).toEqual([1, anna, [ben]]);
    expect(video).toMatchObject({ preload: 'metadata', muted: true, tabIndex: -1, ariaHidden: 'true' });
    expect(video?.getAttribute('src')).toBe('/media/anna.mp4#t=0.1');
  });

  it('is shown when it is there, and gone when it does not come', () => {
    const posters = open();
    tell(posters.slice(0, 2).map((target) => ({ target, isIntersecting: true })));
    const [came, failed] = videos();
    fireEvent(came!, new Event('loadeddata'));
    fireEvent(failed!, new Event('error'));
    expect(videos()).toEqual([came]);
    expect(came).toHaveProperty('dataset.loaded', '');
  });

  it('is not asked for where the browser is to save data', () => {
    open({ saveData: true });
    expect(watched.size).toBe(0);
    open({ saveData: false });
    expect(watched.size).toBe(FILMS.length);
  });
});
