import fs, { appendFileSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

// Loaded before the product (`--import`). Once the file `armed` lies in its folder, it counts what changes files below the
// places named in it, and statements where `database:` is among them, and at the count that the file says ends the process
// as `kill -9` does: before that change is made, or in its middle where it is bytes that are written.

const asked = new URL(import.meta.url).searchParams;
const folder = asked.get('folder');
const log = `${folder}/writes.log`;
let armed = null;
let count = 0;

/** Read again with each signal: { places, at }. */
function arm() {
  armed = JSON.parse(fs.readFileSync(`${folder}/armed`, 'utf8'));
  count = 0;
  rmSync(log, { force: true });
  fs.writeFileSync(`${folder}/is-armed`, '');
}
process.on('SIGUSR2', arm);

const written = new Map();

function step(what, place, partly) {
  if (!armed || typeof place !== 'string' || !armed.places.some((prefix) => place.startsWith(prefix))) return;
  count++;
  originals.appendFileSync(log, `${what} ${place}\n`);
  if (count !== armed.at) return;
  partly?.();
  process.kill(process.pid, 'SIGKILL');
}

const originals = { appendFileSync };
const writing = (flags) =>
  typeof flags === 'string' ? /[wa+]/.test(flags) : typeof flags === 'number' && (flags & 3) !== 0;

/** Of which argument the place is. */
const CHANGES = {
  rename: 1,
  link: 1,
  copyFile: 1,
  rm: 0,
  unlink: 0,
  rmdir: 0,
  mkdir: 0,
  chmod: 0,
  truncate: 0,
  symlink: 1,
  utimes: 0,
};
for (const [name, argument] of Object.entries(CHANGES)) {
  const original = fs.promises[name];
  fs.promises[name] = async (...words) => {
    step(name, String(words[argument]));
    return original.apply(fs.promises, words);
  };
}
const writeFile = fs.promises.writeFile;
fs.promises.writeFile = async (place, data, ...rest) => {
  if (typeof place === 'string') {
    step('writeFile', place, () => fs.writeFileSync(place, half(data)));
  }
  return writeFile.call(fs.promises, place, data, ...rest);
};
const open = fs.promises.open;
fs.promises.open = async (place, flags, ...rest) => {
  if (writing(flags)) step('open', String(place));
  const handle = await open.call(fs.promises, place, flags, ...rest);
  if (writing(flags)) written.set(handle.fd, String(place));
  patch(Object.getPrototypeOf(handle));
  return handle;
};
let isPatched = false;
function patch(prototype) {
  if (isPatched) return;
  isPatched = true;
  for (const name of ['write', 'writeFile', 'writev', 'truncate', 'sync', 'datasync', 'chmod']) {
    const original = prototype[name];
    prototype[name] = async function (...words) {
      const place = written.get(this.fd);
      const isBytes = name === 'write' || name === 'writeFile';
      step(name, place, isBytes ? () => fs.writeSync(this.fd, half(words[0])) : undefined);
      return original.apply(this, words);
    };
  }
  const close = prototype.close;
  prototype.close = function () {
    written.delete(this.fd);
    return close.call(this);
  };
}
/** What only reads changes nothing, wherever it ends. */
const READS = /^\s*(SELECT|SHOW|SET|BEGIN|START|COPY .* TO STDOUT)\b/i;
const { write } = net.Socket.prototype;
net.Socket.prototype.write = function (data, ...rest) {
  const text = statementIn(data);
  if (text && !READS.test(text)) step('query', `database:${text.slice(0, 60).replaceAll(/\s+/g, ' ')}`);
  return write.call(this, data, ...rest);
};
/** PostgreSQL's Query and Parse: a letter, the length of the rest, in Parse the name of what is prepared, the statement. */
function statementIn(data) {
  if (!Buffer.isBuffer(data) || data.length < 6 || data.readInt32BE(1) !== data.length - 1) return null;
  const kind = data.toString('latin1', 0, 1);
  if (kind !== 'Q' && kind !== 'P') return null;
  const begin = kind === 'Q' ? 5 : data.indexOf(0, 5) + 1;
  return data.toString('utf8', begin, data.indexOf(0, begin));
}
const half = (data) => Buffer.from(data).subarray(0, Math.ceil(data.length / 2));
syncBuiltinESMExports();
if (asked.has('armed')) arm();
