/**
 * What components leave behind when they are gone: listeners of window and document, and timers that tick for ever.
 * @param {Window} window
 * @returns {() => string[]} what came since the last call and is still there, by name
 */
export function watchLeftBehind(window) {
  const left = new Map();
  for (const target of [window, window.document]) watchListeners(target, left);
  watchIntervals(window, left);
  return () => {
    const names = [...left.values()];
    left.clear();
    return names;
  };
}

/** Whether a component asks for it: what the script of a page does without React lasts as long as the page. */
function isOfComponent() {
  const [, , asker = '', ...above] = filesAsking();
  return !asker.includes('node_modules') && [asker, ...above].some((file) => file.includes('/react-dom/'));
}

/** @returns {string[]} the file of each call that led here, without a look at its source map, which takes long */
function filesAsking() {
  const { prepareStackTrace } = Error;
  Error.prepareStackTrace = (_error, [, ...calls]) => calls.map((call) => call.getFileName() ?? '');
  const { stack } = new Error('Who asks');
  Error.prepareStackTrace = prepareStackTrace;
  return stack;
}

function watchListeners(target, left) {
  const { addEventListener, removeEventListener } = target;
  const known = new Map();
  const keyOf = (type, listener, options) => {
    const ofListener = known.get(listener) ?? new Map();
    known.set(listener, ofListener);
    const name = `${type} ${typeof options === 'object' ? options?.capture === true : options === true}`;
    const key = ofListener.get(name) ?? Symbol(name);
    ofListener.set(name, key);
    return key;
  };
  target.addEventListener = (type, listener, options) => {
    addEventListener.call(target, type, listener, options);
    if (!listener || options?.once || options?.signal?.aborted || !isOfComponent()) return;
    const key = keyOf(type, listener, options);
    left.set(key, `a listener of ${type}`);
    options?.signal?.addEventListener('abort', () => left.delete(key), { once: true });
  };
  target.removeEventListener = (type, listener, options) => {
    removeEventListener.call(target, type, listener, options);
    if (listener) left.delete(keyOf(type, listener, options));
  };
}

function watchIntervals(window, left) {
  const { setInterval, clearInterval } = window;
  window.setInterval = (...how) => {
    const timer = setInterval(...how);
    if (isOfComponent()) left.set(timer, `a timer of every ${how[1]} ms`);
    return timer;
  };
  window.clearInterval = (timer) => {
    clearInterval(timer);
    left.delete(timer);
  };
}
