/**
 * A worker of Jest whose specs have left nothing open ends at once. On its own way out it would take its heap apart first,
 * with every module of every spec in it: longer than Jest waits before it ends a worker by force and speaks of leaks.
 */
if (process.env.JEST_WORKER_ID && process.send) process.once('beforeExit', () => process.exit());
