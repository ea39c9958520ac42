import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { type ConsentSound, CONSENT_SOUND_STREAM_PATH } from '../../contract/consent/consent.js';
import { CONSENT_SOUND_MAX_BYTES } from '../../contract/common/limits.js';
import { CONSENT_SOUND_TOO_LARGE } from '../../contract/common/wordings.js';
import { PRIVACY } from '../../contract/consent/privacy.js';
import { serveStream } from '../../media/store/serve-media.js';
import { RequestFiles } from '../../media/uploads/request-files.js';
import { STAFF_OWNER } from '../../media/uploads/upload-owner.js';
import { AuditService } from '../../platform/audit/audit.service.js';
import { AppError } from '../../platform/http/app-error.js';
import { currentProducerName } from '../../platform/http/current-producer.js';
import { ConsentSoundRepository } from './consent-sound.repository.js';

const WHOLE_ARCHIVE = { type: 'archive', id: null } as const;

/** The words about recording, read aloud by somebody whom staff asked to. Of other words than those of today it is not played. */
@Injectable()
export class ConsentSoundService {
  constructor(
    private readonly sounds: ConsentSoundRepository,
    private readonly requestFiles: RequestFiles,
    private readonly audit: AuditService,
  ) {}

  async describe(): Promise<ConsentSound> {
    const sound = await this.sounds.find();
    if (!sound) return { sound: null };
    const { bytes, changedAt, changedBy, wordingVersion } = sound;
    const isPresent = wordingVersion === PRIVACY.version;
    return { sound: { isPresent, bytes, changedAt: changedAt.toISOString(), changedBy } };
  }

  /** Where it is played; null while there is none of the words of today. */
  async findAddress(): Promise<string | null> {
    const sound = await this.sounds.find();
    if (sound?.wordingVersion !== PRIVACY.version) return null;
    // Another sound is another address.
    return `${CONSENT_SOUND_STREAM_PATH}?of=${sound.sha256.toString('hex').slice(0, 16)}`;
  }

  /** @throws AppError 400 `no_files`; 413 `too_large`; 415 `not_sound` */
  async replace(request: Request): Promise<ConsentSound> {
    await using body = await this.requestFiles.readMultipartFiles(request, {
      owner: STAFF_OWNER,
      isFileField: (name) => name === 'sound',
      maxFiles: 1,
      limit: { bytes: CONSENT_SOUND_MAX_BYTES, message: CONSENT_SOUND_TOO_LARGE },
    });
    const file = body.files.get('sound');
    if (!file) throw new AppError(400, 'no_files', 'Please choose a sound file.');
    const sound = await this.requestFiles.readSound(file);
    const sha256 = createHash('sha256').update(sound.content).digest();
    const changedBy = currentProducerName();
    await this.sounds.inTransaction(async (transaction) => {
      await this.sounds.save({ ...sound, sha256, wordingVersion: PRIVACY.version, changedBy }, transaction);
      await this.audit.record('consent_sound_changed', WHOLE_ARCHIVE, transaction);
    });
    return await this.describe();
  }

  /** Where there is none, nothing changes. */
  async remove(): Promise<ConsentSound> {
    await this.sounds.inTransaction(async (transaction) => {
      if (!(await this.sounds.remove(transaction))) return;
      await this.audit.record('consent_sound_changed', WHOLE_ARCHIVE, transaction);
    });
    return this.describe();
  }

  /** @throws AppError 404 `sound_not_found` */
  async serve(request: Request, response: Response): Promise<void> {
    const sound = await this.sounds.find();
    const content = sound && (await this.sounds.findContent(sound.sha256));
    if (!content) throw new AppError(404, 'sound_not_found', 'There is no sound file.');
    await serveStream(request, response, {
      bytes: content.length,
      mimeType: sound.mimeType,
      etag: sound.sha256.toString('hex'),
      open: ({ start, end }) => Promise.resolve(Readable.from([content.subarray(start, end + 1)])),
    });
  }
}
