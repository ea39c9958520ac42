import 'reflect-metadata';
import { setFlagsFromString } from 'node:v8';
import { readSettings } from './command.js';
import type { AppConfig } from './platform/config/app-config.js';
import { ConfigError } from './platform/config/config-error.js';
import { outliveStrayRejections } from './platform/health/stray-rejections.js';
import { explainFailure } from './platform/startup/explain-failure.js';
import { giveMemoryBackWhenQuiet } from './platform/memory/memory-when-quiet.js';
import { keepTickShape } from './platform/memory/tick-shape.js';
import { Shutdown } from './platform/startup/shutdown.js';
import { readVersion } from './platform/startup/version.js';
import { startTraces } from './platform/traces/traces.js';
import { startServer } from './start-server.js';

const say = (line: string) => console.log(line);
const shutdown = new Shutdown(say, async (code) => process.exit(code));

/** `EX_CONFIG` of sysexits.h: whoever starts it again without other settings gets no further. */
const WRONG_SETTINGS_EXIT = 78;
/** How long an orderly end may take after a failure in whose wake anything may hang. */
const FAILED_END_MS = 15_000;

async function main(): Promise<void> {
  keepTickShape();
  const { config } = await readSettings(process.cwd());
  const stopTraces = await startTraces(config, await readVersion());
  if (stopTraces) shutdown.add('Sending the last traces', stopTraces);
  await startServer(config, shutdown, { say, serving: () => tellSupervisor('serving') });
  say(addresses(config));
  giveMemoryBackWhenQuiet();
}

function addresses({ publicUrl, staffPassword, staffAccounts, isProduction }: AppConfig): string {
  const lines = ['', `  Site    ${publicUrl}`, `  Staff   ${publicUrl}/admin3`];
  if (!isProduction && !staffAccounts) lines.push(`          password ${staffPassword}`);
  return [...lines, ''].join('\n');
}

// Uploads pass through in buffers outside of V8's heap. By default every 64 MB of them, long gone, mark the whole heap.
setFlagsFromString('--external-memory-accounted-in-global-limit');
shutdown.listen(0);
// Whoever read this output may go away (`| head`, a closed log): nothing is said then, and everything goes on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
outliveStrayRejections();
process.on('uncaughtException', fail);
await main().catch(fail);

function fail(error: unknown): Promise<never> {
  console.error(explainFailure(error));
  const isMisconfigured = error instanceof ConfigError;
  if (isMisconfigured) tellSupervisor('wrong settings');
  const code = isMisconfigured ? WRONG_SETTINGS_EXIT : 1;
  setTimeout(() => process.exit(code), FAILED_END_MS).unref();
  return shutdown.stopAndExit(code);
}

/** Whoever started this process may watch over it, see scripts/lib/supervise.mjs. */
function tellSupervisor(news: 'serving' | 'wrong settings'): void {
  // It may be gone: then there is nobody to tell.
  process.send?.(news, undefined, undefined, () => undefined);
}
