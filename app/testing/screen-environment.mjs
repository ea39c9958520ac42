import { TestEnvironment } from 'jest-environment-jsdom';
import { watchLeftBehind } from './left-behind.mjs';

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
    this.page = new AbortController();
    this.global.fetch = fetchFrom(this);
    sendFrom(this);
    this.global.leaveAddress = () => {
      this.page.abort();
      this.endTimers();
    };
    this.global.openAddress = (url) => {
      this.page = new AbortController();
      this.dom.reconfigure({ url });
      // Relative addresses would go on being those of the page before; so would its history's state.
      this.global.history.replaceState(null, '', url);
      Reflect.set(this.global, '_origin', new URL(url).origin);
    };
    this.global.matchMedia ??= (media) => ({ media, matches: false, addEventListener() {}, removeEventListener() {} });
    this.global.reportError ??= (error) => report(this.global, error);
    this.global.crypto.randomUUID ??= () => crypto.randomUUID();
    this.tab = openTab();
    Object.defineProperty(this.global.navigator, 'locks', { configurable: true, get: () => this.tab.locks });
    this.global.closeTab = () => {
      this.tab.close();
      this.tab = openTab();
    };
    // jsdom lets the timer go on after a request has failed, half an hour long, and the process with it.
    Object.defineProperty(this.global.XMLHttpRequest.prototype, 'timeout', { writable: true, value: 0 });
    completeFiles(this.global);
    completeLayout(this.global);
    this.global.visited = noteNavigation(this.global.location);
    this.findLeftBehind = watchLeftBehind(this.global);
  }

  /** A screen that is gone does nothing any more: what it leaves behind fails the case. */
  handleTestEvent({ name, test }) {
    // Jest's own timers are those of before.
    if (name === 'setup') this.endTimers = noteTimers(this.global);
    if (name === 'test_start') this.findLeftBehind();
    if (name !== 'test_done' || test.errors.length > 0) return;
    const left = this.findLeftBehind();
    if (left.length > 0) test.errors.push(new Error(`The screen has left behind: ${left.join(', ')}`));
  }

  async teardown() {
    this.tab.close();
    await super.teardown();
  }
}

/** As what nobody caught: told to the page, and written to the console where that says nothing to it. */
function report(window, error) {
  const event = new window.ErrorEvent('error', { error, message: String(error), cancelable: true });
  if (window.dispatchEvent(event)) window.console.error(error);
}

/** What a page calls ends with it, and nothing goes on from that: a retry would reach the server of the next page. */
function fetchFrom(environment) {
  return (input, init) => {
    const { signal: left } = environment.page;
    const { signal = left, ...options } = withNodeSignal(init);
    const url = new URL(input, environment.dom.window.location.href);
    const calling = fetch(url, { ...options, signal: AbortSignal.any([signal, left]) });
    const read = (response) => {
      for (const name of ['arrayBuffer', 'json', 'text']) {
        response[name] = () => unlessLeft(left, Response.prototype[name].call(response));
      }
      return response;
    };
    return unlessLeft(left, calling.then(read));
  };
}

function unlessLeft(left, work) {
  const { promise, resolve, reject } = Promise.withResolvers();
  work.then(
    (value) => left.aborted || resolve(value),
    (error) => left.aborted || reject(error),
  );
  return promise;
}

/** As `fetchFrom`, for what tells how much of it is sent. */
function sendFrom(environment) {
  const { prototype } = environment.global.XMLHttpRequest;
  const { open, send } = prototype;
  const pages = new WeakMap();
  prototype.open = function openFromPage(...call) {
    const { signal: left } = environment.page;
    pages.set(this, left);
    for (const type of ['readystatechange', 'abort', 'loadend']) {
      this.addEventListener(type, (event) => left.aborted && event.stopImmediatePropagation());
    }
    left.addEventListener('abort', () => this.abort(), { once: true });
    open.apply(this, call);
  };
  prototype.send = function sendFromPage(body) {
    if (!pages.get(this)?.aborted) send.call(this, body);
  };
}

/**
 * What a page waits for ends with it, too; what is to come at once, which is how React works, comes.
 * @returns {() => void} ends what is waited for
 */
function noteTimers(window) {
  const { setTimeout, clearTimeout } = window;
  const timers = [];
  window.setTimeout = (run, ms, ...values) => {
    const timer = setTimeout(run, ms, ...values);
    if (ms > 0) timers.push(timer);
    return timer;
  };
  return () => timers.splice(0).forEach((timer) => clearTimeout(timer));
}

/** The document's signals are not those that Node takes: these options have one that follows. */
function withNodeSignal({ signal, ...options } = {}) {
  if (!signal) return options;
  const following = new AbortController();
  const follow = () => following.abort(signal.reason);
  if (signal.aborted) follow();
  else signal.addEventListener('abort', follow, { once: true });
  return { ...options, signal: following.signal };
}

/** The locks of a browser, which its tabs share; those of a tab go with it. */
function openTab() {
  const { promise: closed, resolve: close } = Promise.withResolvers();
  const whileOpen = (hold) => (lock) => Promise.race([hold(lock), closed]);
  const request = (name, options, hold) => navigator.locks.request(name, withNodeSignal(options), whileOpen(hold));
  return { close, locks: { request, query: () => navigator.locks.query() } };
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
  const computed = computedOnce(window);
  // Nothing stands before or after an element of a document without stylesheets; jsdom complains when asked.
  const ofNothing = computed(window.document.createElement('i'));
  window.getComputedStyle = (element, pseudo) => (pseudo ? ofNothing : computed(element));
  window.scrollTo = () => undefined;
  // As in newer browsers: what an effect returns would be called as its end.
  window.Element.prototype.scrollIntoView ??= () => Promise.resolve();
  window.Element.prototype.hasPointerCapture ??= () => false;
  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
}

/** Asking by role asks for the styles of all ancestors of all elements, again and again in a document that stays as it is. */
function computedOnce(window) {
  const compute = window.getComputedStyle.bind(window);
  const { document } = window;
  const alike = stylesOfAlike(document);
  let styles = new WeakMap();
  let version;
  return (element) => {
    if (element.ownerDocument !== document || !element.isConnected) return compute(element);
    const { _version: now } = implementationOf(document);
    if (now !== version) styles = new WeakMap();
    version = now;
    const known = styles.get(element);
    if (known) return known;
    const places = alike(element, now);
    const style = places?.style ?? compute(element);
    if (places) places.style = style;
    styles.set(element, style);
    return style;
  };
}

/** Attributes at which no style sheet of a browser looks. */
const OF_PAGES = /^(id|class|for|aria-.+|data-.+)$/;
/** What a selector may look at beside an element and what it stands in. */
const BESIDE = /[+~]|:(?!root|disabled|active|focus\b|not\(\[)/;

/**
 * Elements have the same style where they and all that they stand in are of the same kind, as far as any selector of the
 * document sees: also when React has made them anew. To ask a hundred selectors about each takes most of a case's time.
 * @returns {(element: Element, version: number) => { style?: CSSStyleDeclaration } | null} null where selectors see more
 */
function stylesOfAlike(document) {
  const roots = new Map();
  let seen;
  const look = (version, active) => {
    if (seen?.version === version && seen.active === active) return seen;
    const selectors = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]).map(({ cssText }) => cssText);
    const sheets = selectors.join('\n');
    const names = new Set(namesIn(sheets));
    const root = roots.get(sheets) ?? { inside: new Map() };
    roots.set(sheets, root);
    const isPlain = selectors.every((text) => !text.startsWith('@') && !BESIDE.test(text.split('{', 1)[0]));
    return (seen = { version, active, root: isPlain ? root : null, names, places: new WeakMap() });
  };
  const find = (element, { active, root, names, places }) => {
    const found = places.get(element);
    if (found !== undefined) return found;
    const parent = element.parentElement;
    // What is in the first legend of a disabled field set is not disabled.
    const above = element.localName === 'legend' ? null : parent ? find(parent, seen) : root;
    const kind = above && kindOf(element, active, names);
    const place = above && (above.inside.get(kind) ?? { inside: new Map() });
    above?.inside.set(kind, place);
    places.set(element, place);
    return place;
  };
  return (element, version) => find(element, look(version, document.activeElement));
}

function kindOf(element, active, names) {
  const told = [element.tagName, element === active];
  const { _attributeList: attributes } = implementationOf(element);
  for (const { name, value } of attributes) {
    if (names.has(name) || !OF_PAGES.test(name)) told.push(name, value);
  }
  return JSON.stringify(told);
}

/** The attributes at which selectors look. */
function namesIn(sheets) {
  const selectors = sheets.replaceAll(/\/\*.*?\*\/|\{[^}]*\}/gs, '');
  const names = Array.from(selectors.matchAll(/\[\s*([\w-]+)/g), ([, name]) => name);
  if (selectors.includes('.')) names.push('class');
  if (selectors.includes('#')) names.push('id');
  return names;
}

/** Returns the addresses to which the page is led from now on: jsdom itself goes nowhere. */
function noteNavigation(location) {
  const visited = [];
  const visit = (address) => {
    const { origin, href } = new URL(address, location.href);
    visited.push(origin === location.origin ? href.slice(origin.length) : href);
  };
  Object.assign(implementationOf(location), { assign: visit, replace: visit, reload: () => visit(location.href) });
  return visited;
}

/** What jsdom does behind an object of the document. */
function implementationOf(object) {
  return object[Object.getOwnPropertySymbols(object).find(({ description }) => description === 'impl')];
}
