import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { UPLOAD_CHUNK_BYTES } from '../../contract/common/limits.js';
import { Turns } from '../../platform/jobs/turns.js';
import { type PartStore, temporaryFiles } from './multipart-body.js';
import { UploadsFolder } from './uploads-folder.js';

/** Of one chunk each. */
const MAX_BUFFERS = 4;
/** Of those that waited on the disk: read back at a time, until they are let go of. */
const MAX_READ = 4;

/** A chunk that has arrived whole and is not in its place yet. */
export interface ArrivedChunk {
  bytes: number;
  /** CRC-32 as a signed number. */
  checksum: number;
  /** Valid until the chunk is let go of. It may take until others are. */
  read: () => Promise<Buffer>;
  letGo: () => Promise<void>;
}

/**
 * Takes each chunk in whole before anything is done with it: nothing is locked while a slow line sends, and bytes that are
 * refused never touch those that are there. Chunks wait in memory; when many come at once, the rest waits on the disk until it
 * is their turn.
 */
@Injectable()
export class ChunkBuffers implements PartStore<ArrivedChunk> {
  /** Used again and again: to collect new ones would take longer than to receive a chunk. */
  private readonly free: Buffer[] = [];
  private made = 0;
  private readonly reading = new Turns(MAX_READ);

  constructor(private readonly folder: UploadsFolder) {}

  write(source: AsyncIterable<Buffer>): Promise<ArrivedChunk> {
    const buffer = this.free.pop() ?? this.makeBuffer();
    return buffer ? this.fill(buffer, source) : this.writeToDisk(source);
  }

  discard(chunk: ArrivedChunk): Promise<void> {
    return chunk.letGo();
  }

  private makeBuffer(): Buffer | null {
    if (this.made === MAX_BUFFERS) return null;
    this.made++;
    return Buffer.allocUnsafeSlow(UPLOAD_CHUNK_BYTES);
  }

  private async fill(buffer: Buffer, source: AsyncIterable<Buffer>): Promise<ArrivedChunk> {
    let bytes = 0;
    let crc = 0;
    try {
      for await (const piece of source) {
        bytes += piece.copy(buffer, bytes);
        crc = crc32(piece, crc);
      }
    } catch (error) {
      this.free.push(buffer);
      throw error;
    }
    const letGo = async () => void this.free.push(buffer);
    return { bytes, checksum: crc | 0, read: () => Promise.resolve(buffer.subarray(0, bytes)), letGo };
  }

  private async writeToDisk(source: AsyncIterable<Buffer>): Promise<ArrivedChunk> {
    const store = temporaryFiles(this.folder.temporary);
    let crc = 0;
    const file = await store.write(
      (async function* () {
        for await (const piece of source) {
          crc = crc32(piece, crc);
          yield piece;
        }
      })(),
    );
    let content: Promise<Buffer> | null = null;
    const read = () => (content ??= this.reading.take().then(() => readFile(file.path)));
    const letGo = async () => {
      if (content !== null) this.reading.end();
      content = null;
      await store.discard(file);
    };
    return { bytes: file.bytes, checksum: crc | 0, read, letGo };
  }
}
