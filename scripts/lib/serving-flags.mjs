/**
 * Of Node, for every process that serves: room for what is new of three times 16 MB. V8 would take 100, and let received
 * bytes that nobody needs any more grow to twice as much before it looks for them.
 */
export const SERVING_FLAGS = ['--max-semi-space-size=16'];
