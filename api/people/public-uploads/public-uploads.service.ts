import type { Transaction } from '../../platform/database/transaction.js';
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { findPrivacyVersion } from '../../contract/consent/privacy.js';
import { AppError } from '../../platform/http/app-error.js';
import { MediaService } from '../../media/store/media.service.js';
import { NewMediaService } from '../../media/store/new-media.service.js';
import type { FinishedFile } from '../../media/store/temporary-file.js';
import { emailKey } from '../../contract/people/email-key.js';
import { type NewReceipt, ReceiptsService } from '../consent/receipts.service.js';
import { afterCommit } from '../ledger/after-commit.js';
import { WithdrawalLedger } from '../ledger/withdrawal-ledger.js';
import type { Participant } from '../participants/participant.entity.js';
import { ParticipantsService } from '../participants/participants.service.js';
import { UploadSessionsService } from '../../media/uploads/upload-sessions.service.js';
import type { ChunkedUploadDetails } from './chunked-upload-details.js';
import type { PublicUpload } from './public-upload.entity.js';
import { PublicUploadsRepository, type UploadCount } from './public-uploads.repository.js';

/** A photo or a video, with what its sender tells of it. */
export interface SubmittedFile extends FinishedFile, Pick<PublicUpload, 'originalName' | 'description'> {}

/** Who sends, as far as they have said. */
export interface Sender extends Pick<PublicUpload, 'consentVersion'> {
  email: string;
}

/** What people sent without being signed in, under an e-mail that nobody has proven: for staff alone. */
@Injectable()
export class PublicUploadsService {
  constructor(
    private readonly uploads: PublicUploadsRepository,
    private readonly media: MediaService,
    private readonly newMedia: NewMediaService,
    private readonly participants: ParticipantsService,
    private readonly receipts: ReceiptsService,
    private readonly uploadSessions: UploadSessionsService,
    private readonly ledger: WithdrawalLedger,
  ) {}

  /**
   * Keeps copies of all files, or of none. If the e-mail belongs to a participant, their media have come with this.
   * @param alsoWrite runs in the same transaction and gives the answer
   * @throws AppError 415 for a file that is neither picture nor video
   */
  async keep<T>(
    { email, consentVersion }: Sender,
    files: SubmittedFile[],
    alsoWrite: (transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    const sender = { submitterEmail: email, submitterEmailKey: emailKey(email), consentVersion };
    const now = Date.now();
    return this.newMedia.storeAll(files, 'media', async (kept, transaction) => {
      // So that all this comes before the removal of that person, and is removed, or after it.
      await this.participants.lockByEmail(email, transaction);
      const uploads = kept.map((media, index): PublicUpload => {
        const { originalName, description } = files[index]!;
        // A millisecond apart, so that they stay in their order.
        const createdAt = new Date(now + index);
        return { ...sender, id: randomUUID(), mediaId: media.id, media, originalName, description, createdAt };
      });
      await this.uploads.insert(uploads, transaction);
      const written = await alsoWrite(transaction);
      await this.participants.recordMediaUploadByEmail(email, transaction);
      if (consentVersion !== null) await this.receipts.append(transaction, receiptOf(consentVersion, files.length));
      return written;
    });
  }

  /** What is a person's, under whichever e-mail it came; the oldest first. */
  listOf({ id }: Pick<Participant, 'id'>): Promise<PublicUpload[]> {
    return this.uploads.findAllOf(id);
  }

  /** What came under an e-mail, in any spelling of it, and is nobody's; the oldest first. */
  listUnowned(email: string): Promise<PublicUpload[]> {
    return this.uploads.findUnowned(emailKey(email));
  }

  /** How many came under a person's e-mail, and under those that they had before. */
  countOf({ id }: Pick<Participant, 'id'>): Promise<number> {
    return this.uploads.countOf(id);
  }

  /** How many there are of each person, and under each e-mail that is nobody's. */
  countsByEmail(): Promise<UploadCount[]> {
    return this.uploads.countByEmailKey();
  }

  /** One upload with its file (`media`), null when there is none with this id. */
  async findFile(id: string): Promise<PublicUpload | null> {
    return isUUID(id) ? this.uploads.findById(id) : null;
  }

  /**
   * Removes what came under an e-mail that nobody has or had, or is on its way in chunks, and answers how many files there
   * were. When it answers, no file is left.
   * @param alsoWrite runs in the same transaction, with the ids of the uploads
   * @throws AppError 404 `uploads_not_found`; 409 `email_registered`
   */
  async removeUnregistered(
    email: string,
    alsoWrite: (ids: string[], transaction: Transaction) => Promise<void>,
  ): Promise<number> {
    const { ids, uploadIds } = await this.uploads.inTransaction(async (transaction) => {
      await this.participants.lockEmail(email, transaction);
      if (await this.participants.findByEmail(email)) throw registered();
      const all = await this.removeAllUnder(email, transaction);
      if (all.ids.length === 0) throw nothingSent();
      await alsoWrite(all.ids, transaction);
      return all;
    });
    // Only now, as in `removeFile`.
    try {
      await afterCommit(() => this.noteRemoved(ids));
    } finally {
      await this.media.sweepDeletions();
      await this.uploadSessions.removeFiles(uploadIds);
    }
    return ids.length;
  }

  /**
   * Removes one upload with its file, whoever its e-mail belongs to: nobody has shown whose it is. Returns whether it was there.
   * @param alsoWrite runs in the same transaction; told whose it was
   * @param before runs in it, too, while the upload is still there
   */
  async removeFile(
    id: string,
    alsoWrite: (transaction: Transaction, ownerId: string | null) => Promise<void>,
    before?: (transaction: Transaction) => Promise<void>,
  ): Promise<boolean> {
    if (!isUUID(id)) return false;
    const ownerId = await this.uploads.findOwnerId(id);
    const isRemoved = await this.uploads.inTransaction(async (transaction) => {
      await before?.(transaction);
      if (!(await this.removeOne(id, transaction))) return false;
      await alsoWrite(transaction, ownerId);
      return true;
    });
    // Only now: it is nobody's "no", and what was not removed may be kept.
    try {
      if (isRemoved) await afterCommit(() => this.noteRemoved([id]));
    } finally {
      await this.media.sweepDeletions();
    }
    return isRemoved;
  }

  /** With their removal: an older database may know nothing of the person, or of the e-mail, with whom they went. */
  async noteRemoved(ids: string[]): Promise<void> {
    for (const id of ids) await this.ledger.append({ kind: 'upload', participantId: null, id });
  }

  /** As `noteRemoved`, of what the ledger has not yet. */
  async noteRemovedAgain(ids: string[]): Promise<void> {
    if (ids.length === 0) return;
    const { entries } = await this.ledger.read();
    const noted = new Set(entries.flatMap((entry) => (entry.kind === 'upload' ? entry.id : [])));
    await this.noteRemoved(ids.filter((id) => !noted.has(id)));
  }

  /** Says again what the ledger knows, of what an older database has still. Returns whether there was anything. */
  repeatRemoval(id: string): Promise<boolean> {
    return this.uploads.inTransaction((transaction) => this.removeOne(id, transaction));
  }

  private async removeOne(id: string, transaction: Transaction): Promise<boolean> {
    const removed = await this.uploads.removeById(id, transaction);
    await this.media.scheduleRemoval(
      removed.map(({ mediaId }) => mediaId),
      transaction,
    );
    return removed.length > 0;
  }

  /** The e-mail that a person has, and those that they had before, by their keys. */
  async emailKeysOf({ id }: Pick<Participant, 'id'>, transaction: Transaction): Promise<string[]> {
    return (await this.uploads.findEmailsOf(id, transaction)).map((each) => each.emailKey);
  }

  /**
   * Within the removal of a person: what came under their e-mail goes, and under those that they had before, while each was
   * theirs.
   * @returns what is to be noted as removed, by ids
   */
  async removeAllOf(
    { id }: Pick<Participant, 'id'>,
    transaction: Transaction,
  ): Promise<{ ids: string[]; uploadIds: string[] }> {
    const emails = await this.uploads.findEmailsOf(id, transaction);
    const removed = await this.uploads.removeAllOf(id, transaction);
    await this.media.scheduleRemoval(
      removed.map(({ mediaId }) => mediaId),
      transaction,
    );
    const uploadIds: string[] = [];
    for (const { emailKey: submitterEmailKey, isOpen } of emails) {
      if (!isOpen) continue;
      const ofSender: Partial<ChunkedUploadDetails> = { submitterEmailKey };
      uploadIds.push(...(await this.uploadSessions.removeAllWith(ofSender, transaction)));
    }
    return { ids: removed.map((each) => each.id), uploadIds };
  }

  private async removeAllUnder(email: string, transaction: Transaction) {
    const submitterEmailKey = emailKey(email);
    const removed = await this.uploads.removeUnowned(submitterEmailKey, transaction);
    const mediaIds = removed.map(({ mediaId }) => mediaId);
    await this.media.scheduleRemoval(mediaIds, transaction);
    const ofSender: Partial<ChunkedUploadDetails> = { submitterEmailKey };
    const uploadIds = await this.uploadSessions.removeAllWith(ofSender, transaction);
    return { ids: removed.map(({ id }) => id), uploadIds };
  }
}

/** Under a key of its own: nothing leads from it to whoever sent it. */
function receiptOf(version: string, files: number): NewReceipt {
  return {
    subject: { subjectKey: randomUUID() },
    kind: 'public_upload_given',
    actor: 'sender',
    method: 'screen',
    wording: { version, words: JSON.stringify(findPrivacyVersion(version)?.text) },
    details: { files },
  };
}

function registered(): AppError {
  const message =
    'Somebody has registered this e-mail meanwhile. What was sent under it goes when the user is deleted.';
  return new AppError(409, 'email_registered', message);
}

function nothingSent(): AppError {
  return new AppError(404, 'uploads_not_found', 'Nothing is kept under this e-mail any more.');
}
