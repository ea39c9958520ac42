import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transaction.js';
import type { ClaimUpload } from './upload-claims.js';
import type { ParticipantOwner, UploadOwner } from './upload-owner.js';
import type { UploadSession } from './upload-session.entity.js';
import { UploadSessionsRepository } from './upload-sessions.repository.js';

type RequestOwner = Exclude<UploadOwner, ParticipantOwner>;

/** What is remembered of an upload: `details` as of one in chunks, and the result of processing it. */
type Made = Pick<UploadSession, 'details'> & { result: object };

/**
 * What comes whole in one request comes again when the response was lost: where its sender has given it an id, something is
 * made of it once. That is remembered as of an upload in chunks: for as long, in backups, and until its person is removed.
 */
@Injectable()
export class RepeatedUploads {
  constructor(private readonly sessions: UploadSessionsRepository) {}

  /**
   * Gives `keep` those uploads of which nothing was made yet, if there are any: it calls `note` in the transaction in which it
   * keeps all of them or none. Once more where another request was faster with one of them.
   */
  async withNew<Upload extends { key: string | null }>(
    owner: RequestOwner,
    uploads: Upload[],
    keep: (fresh: Upload[], note: (made: Made, transaction: Transaction) => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const keys = uploads.flatMap(({ key }) => key ?? []);
    const made = await this.sessions.findResults(owner.audience, keys);
    const newKeys = new Set(keys).difference(made);
    const fresh = uploads.filter(({ key }) => key === null || newKeys.has(key));
    if (fresh.length === 0) return;
    try {
      await keep(fresh, (what, transaction) => this.note(owner, [...newKeys], what, transaction));
    } catch (error) {
      if ((await this.sessions.findResults(owner.audience, keys)).size === made.size) throw error;
      await this.withNew(owner, uploads, keep);
    }
  }

  /** As `UploadClaims.claim`, of an upload without chunks. */
  async once<T extends object>(
    owner: RequestOwner,
    { key, details }: { key: string | null; details: object },
    make: (claim: ClaimUpload<T>) => Promise<T>,
  ): Promise<T> {
    let result: T | undefined;
    await this.withNew(owner, [{ key }], async (_fresh, note) => {
      result = await make(async (video, transaction) => {
        await note({ details, result: video }, transaction);
        return video;
      });
    });
    return result ?? ((await this.sessions.findResults(owner.audience, [key!])).get(key!) as T);
  }

  private async note({ audience }: RequestOwner, keys: string[], made: Made, transaction: Transaction): Promise<void> {
    const nothing = { filename: '', mimeType: '', totalSize: 0, totalChunks: 0, isOpen: false, refusal: null };
    const whose = { audience, participantId: null, helperLinkId: null };
    // Always in this order: two that wait for each other's rows would wait for ever.
    const sessions = keys.toSorted().map((id) => ({ id, ...whose, ...nothing, ...made, createdAt: new Date() }));
    await this.sessions.insert(sessions, transaction);
  }
}

/**
 * What tells an upload that comes again from every other: the id that its sender gave it, with all that came. So an id of
 * somebody else leads to nothing. Null without an id.
 * @param content as JSON
 */
export function repeatKey(id: string | undefined, content: object): string | null {
  if (id === undefined) return null;
  const hash = createHash('sha256')
    .update(JSON.stringify([id, content]))
    .digest('hex');
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}
