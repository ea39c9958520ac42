import { TestEnvironment } from 'jest-environment-jsdom';

/** What every browser has beside its document; jsdom leaves them out, Node has them. */
const FROM_NODE = [
  'Headers',
  'Request',
  'Response',
  'ReadableStream',
  'DecompressionStream',
  'TextDecoder',
  'TextEncoder',
  'structuredClone',
];

/** A document for component specs, whose address and network are those of a ScreenServer. */
export default class ScreenEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of FROM_NODE) this.global[name] ??= globalThis[name];
    // jsdom's signals are not those that Node's fetch takes.
    this.global.AbortController = AbortController;
    this.global.AbortSignal = AbortSignal;
    this.global.fetch = (input, init) => fetch(new URL(input, this.dom.window.location.href), init);
    this.global.openAddress = (url) => {
      this.dom.reconfigure({ url });
      // jsdom resolves addresses against the one before until the history changes.
      this.dom.window.history.replaceState(null, '', url);
    };
    this.global.matchMedia ??= (media) => ({ media, matches: false, addEventListener() {}, removeEventListener() {} });
  }
}
