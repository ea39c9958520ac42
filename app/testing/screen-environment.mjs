import { TestEnvironment } from 'jest-environment-jsdom';

/** What every browser has beside its document; jsdom leaves them out, Node has them. */
const FROM_NODE = ['Headers', 'Request', 'Response', 'ReadableStream', 'TextDecoder', 'TextEncoder', 'structuredClone'];

/** A document for component specs, whose address and network are those of a ScreenServer. */
export default class ScreenEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of FROM_NODE) this.global[name] ??= globalThis[name];
    this.global.fetch = (input, init) =>
      fetch(new URL(input, this.dom.window.location.href), { ...init, signal: toNodeSignal(init?.signal) });
    this.global.openAddress = (url) => this.dom.reconfigure({ url });
    this.global.matchMedia ??= (media) => ({ media, matches: false, addEventListener() {}, removeEventListener() {} });
    this.global.crypto.randomUUID ??= () => crypto.randomUUID();
    completeFiles(this.global);
    completeLayout(this.global);
    this.global.visited = noteNavigation(this.global.location);
  }
}

function completeFiles({ Blob, FileReader, URL }) {
  const read = (blob, how) =>
    new Promise((resolve, reject) => {
      const reader = new FileReader();
      reader.addEventListener('load', () => resolve(reader.result));
      reader.addEventListener('error', () => reject(reader.error));
      reader[how](blob);
    });
  Blob.prototype.arrayBuffer ??= function arrayBuffer() {
    return read(this, 'readAsArrayBuffer');
  };
  Blob.prototype.text ??= function text() {
    return read(this, 'readAsText');
  };
  URL.createObjectURL ??= () => 'blob:picture';
  URL.revokeObjectURL ??= () => undefined;
}

/** Menus and tooltips ask where they are; in a document without layout nothing is anywhere. */
function completeLayout(window) {
  window.scrollTo = () => undefined;
  window.Element.prototype.scrollIntoView ??= () => undefined;
  window.Element.prototype.hasPointerCapture ??= () => false;
  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
}

/** Returns the addresses to which the page is led from now on: jsdom itself goes nowhere. */
function noteNavigation(location) {
  const visited = [];
  const symbol = Object.getOwnPropertySymbols(location).find(({ description }) => description === 'impl');
  const visit = (address) => {
    const { origin, href } = new URL(address, location.href);
    visited.push(origin === location.origin ? href.slice(origin.length) : href);
  };
  Object.assign(location[symbol], { assign: visit, replace: visit, reload: () => visit(location.href) });
  return visited;
}

/** jsdom's signals, which its listeners take, are not those that Node's fetch takes. */
function toNodeSignal(signal) {
  if (!signal) return undefined;
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return controller.signal;
}
