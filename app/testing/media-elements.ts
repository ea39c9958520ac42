/**
 * Media elements for component specs: jsdom's neither play nor have text tracks. These do as they are told at once, and
 * tell of it as a browser does; nothing is decoded, so a spec says itself what time it is and that something ended.
 */
export function standInForMedia(): { refuseToPlay: (name: string | null) => void } {
  let refusal: string | null = null;
  const running = new WeakSet<HTMLMediaElement>();

  define(HTMLMediaElement.prototype, {
    paused: { get: (media) => !running.has(media) },
    currentSrc: { get: (media) => media.src },
    textTracks: { get: (media) => (trackLists.get(media) ?? createTrackList(media)) as unknown as TextTrackList },
    src: {
      get: (media) => media.getAttribute('src') ?? '',
      set(media, address) {
        running.delete(media);
        media.currentTime = 0;
        media.setAttribute('src', address);
      },
    },
    load: {
      value(this: HTMLMediaElement) {
        running.delete(this);
        this.currentTime = 0;
      },
    },
    play: {
      async value(this: HTMLMediaElement) {
        if (refusal !== null) throw new DOMException('Refused', refusal);
        running.add(this);
        this.dispatchEvent(new Event('playing'));
      },
    },
    pause: {
      value(this: HTMLMediaElement) {
        if (running.delete(this)) this.dispatchEvent(new Event('pause'));
      },
    },
  });
  define(HTMLTrackElement.prototype, {
    track: { get: (element) => (tracks.get(element) ?? createTrack(element)) as unknown as TextTrack },
  });
  return { refuseToPlay: (name) => (refusal = name) };
}

type Property<T> =
  { get: (self: T) => unknown; set?: (self: T, value: string) => void } | { value: (this: T) => unknown };

function define<T extends object>(prototype: T, properties: Record<string, Property<T>>): void {
  for (const [name, property] of Object.entries(properties)) {
    const descriptor =
      'get' in property
        ? {
            get(this: T) {
              return property.get(this);
            },
            set(this: T, value: string) {
              property.set?.(this, value);
            },
          }
        : property;
    Object.defineProperty(prototype, name, { configurable: true, ...descriptor });
  }
}

const tracks = new WeakMap<HTMLTrackElement, { mode: TextTrackMode }>();
const trackLists = new WeakMap<HTMLMediaElement, EventTarget>();

/** A track whose mode tells its list of a change. */
function createTrack(element: HTMLTrackElement): { mode: TextTrackMode } {
  let mode: TextTrackMode = 'disabled';
  const track = {
    get mode() {
      return mode;
    },
    set mode(next: TextTrackMode) {
      mode = next;
      (element.parentElement as HTMLMediaElement | null)?.textTracks.dispatchEvent(new Event('change'));
    },
  };
  tracks.set(element, track);
  return track;
}

function createTrackList(media: HTMLMediaElement): EventTarget {
  const list = Object.assign(new EventTarget(), {
    *[Symbol.iterator]() {
      for (const element of media.querySelectorAll('track')) yield element.track;
    },
  });
  trackLists.set(media, list);
  return list;
}
