import { type FileHandle, open } from 'node:fs/promises';

const WINDOW_BYTES = 256 * 1024;
const HEADER_MAX_BYTES = 12;

const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const BLOCK_GROUP = 0xa0;
const BLOCK_ADDITIONS = 0x75a1;
const PARENTS = new Set([SEGMENT, CLUSTER, BLOCK_GROUP]);
/** What players pass over. */
const VOID = 0xec;

/** An element of EBML: its head, and where its content ends. */
interface Element {
  id: number;
  headBytes: number;
  end: number;
}

/**
 * Writes nothing over all that stands beside the pictures and sounds of a WebM in elements of its own: transparency, which
 * no story needs, or anything else. The file stays as long as it was.
 */
export async function voidAdditions(path: string): Promise<void> {
  await using file = await open(path, 'r+');
  const { size } = await file.stat();
  const read = windowOn(file);
  for (let at = 0; at < size;) {
    const element = readElement(await read(at), at, size);
    if (element === null) return;
    if (element.id === BLOCK_ADDITIONS) await file.write(voidOf(element.headBytes, element.end - at), 0, null, at);
    // The content of a parent is more elements; of what lies around them only the beginning counts.
    at = PARENTS.has(element.id) ? at + element.headBytes : element.end;
  }
}

/** Reads heads one after another, and the disk only now and then. */
function windowOn(file: FileHandle): (at: number) => Promise<Buffer> {
  const buffer = Buffer.alloc(WINDOW_BYTES);
  let [from, to] = [0, 0];
  return async (at) => {
    if (at < from || at + HEADER_MAX_BYTES > to) {
      const { bytesRead } = await file.read(buffer, 0, WINDOW_BYTES, at);
      [from, to] = [at, at + bytesRead];
    }
    return buffer.subarray(at - from, Math.min(at + HEADER_MAX_BYTES, to) - from);
  };
}

/** Null where there is none. */
function readElement(head: Buffer, at: number, fileEnd: number): Element | null {
  const idBytes = lengthOf(head[0]);
  const sizeBytes = lengthOf(head[idBytes]);
  const headBytes = idBytes + sizeBytes;
  if (idBytes > 4 || sizeBytes > 8 || headBytes > head.length) return null;
  let size = head[idBytes]! & (0xff >> sizeBytes);
  for (const byte of head.subarray(idBytes + 1, headBytes)) size = size * 256 + byte;
  return { id: head.readUIntBE(0, idBytes), headBytes, end: Math.min(at + headBytes + size, fileEnd) };
}

/** How many bytes a number of variable length has, by its first; more than any has for no number. */
function lengthOf(first = 0): number {
  return Math.clz32(first) - 23;
}

/** An element without content of that length, whose head is as long as the one in whose place it stands. */
function voidOf(headBytes: number, bytes: number): Buffer {
  const element = Buffer.alloc(bytes);
  const sizeBytes = headBytes - 1;
  element[0] = VOID;
  element.writeUIntBE(bytes - headBytes, headBytes - Math.min(sizeBytes, 6), Math.min(sizeBytes, 6));
  element[1]! |= 0x80 >> (sizeBytes - 1);
  return element;
}
