/**
 * Of Node, for every process that serves: room for what is new of three times 16 MB. V8 would take 100, and let received
 * bytes that nobody needs any more grow to twice as much before it looks for them. What lives longer may grow to twice of
 * what is needed, not to four times, before it is collected: each run of publishing leaves tens of megabytes there.
 */
export const SERVING_FLAGS = ['--max-semi-space-size=16', '--heap-growing-percent=100'];

/**
 * Of glibc, for the same processes: buffers from the first size on go back to the system as they are freed. Otherwise it
 * takes ever larger ones, as soon as one of them was freed, from a room that it keeps. Of that room so much stays free as
 * the second says, so that the compressors do not fetch theirs anew for each page.
 */
export const SERVING_ENV = {
  MALLOC_MMAP_THRESHOLD_: String(1024 ** 2),
  MALLOC_TRIM_THRESHOLD_: String(4 * 1024 ** 2),
};
