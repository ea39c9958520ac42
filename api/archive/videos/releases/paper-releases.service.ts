import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { Request } from 'express';
import { PAPER_SCAN_MAX_BYTES } from '../../../contract/common/limits.js';
import { PAPER_REFUSED, type ReleaseRequest } from '../../../contract/videos/releases.js';
import type { ShowcaseVideo } from '../../../contract/videos/showcase.js';
import type { MediaFile } from '../../../media/store/media-file.entity.js';
import { MediaService } from '../../../media/store/media.service.js';
import { originalFileName } from '../../../media/store/original-file-name.js';
import { NewMediaService } from '../../../media/store/new-media.service.js';
import { RequestFiles } from '../../../media/uploads/request-files.js';
import { STAFF_OWNER } from '../../../media/uploads/upload-owner.js';
import { CorrectionsService } from '../../../people/participants/corrections.service.js';
import { ParticipantsService } from '../../../people/participants/participants.service.js';
import { AuditService } from '../../../platform/audit/audit.service.js';
import { AppError } from '../../../platform/http/app-error.js';
import { currentProducerName } from '../../../platform/http/current-producer.js';
import { checkKnownFields } from '../../../platform/http/known-fields.js';
import { noSuchVideo, type ShowcaseVideoRow, toShowcaseVideo } from '../catalogue/showcase-video-row.js';
import { ShowcaseVideoRowsRepository } from '../catalogue/showcase-video-rows.repository.js';
import { requireTerms } from './standing/release-input.js';
import { ReleaseAnswers } from './release-answers.service.js';
import { PaperReleaseDto } from './releases.dto.js';
import { isWishOpen, limitsOf } from './standing/release-state.js';
import { ReleasesRepository } from './standing/releases.repository.js';

/** A yes that was given on paper: recorded by a producer with a name, with the scan, which is for staff alone. */
@Injectable()
export class PaperReleases {
  constructor(
    private readonly rows: ShowcaseVideoRowsRepository,
    private readonly participants: ParticipantsService,
    private readonly corrections: CorrectionsService,
    private readonly releases: ReleasesRepository,
    private readonly releaseAnswers: ReleaseAnswers,
    private readonly requestFiles: RequestFiles,
    private readonly newMedia: NewMediaService,
    private readonly media: MediaService,
    private readonly audit: AuditService,
  ) {}

  /**
   * @throws AppError 409 `producer_unnamed`; 409 `release_refused` where the person has said otherwise themselves, on the
   *   screen; 409 `cut_changed`; 400 for limits that cannot be; 413, 415 for a scan that is too large, or none
   */
  async record(videoId: string, request: Request): Promise<ShowcaseVideo> {
    const producerName = currentProducerName();
    if (producerName === null) throw producerUnnamed();
    const known = isUUID(videoId) ? await this.rows.find(videoId) : null;
    if (!known) throw noSuchVideo();
    const limit = { bytes: PAPER_SCAN_MAX_BYTES, message: PAPER_REFUSED.tooLarge };
    await using body = await this.requestFiles.readDataUrl(request, { owner: STAFF_OWNER, field: 'scan', limit });
    const { signedOn, ...terms } = await checkKnownFields(PaperReleaseDto, body.fields, ['scan']);
    const said: ReleaseRequest = { ...terms, decision: 'yes' };
    requireTerms(said);
    requirePast(signedOn);
    const { file } = body;
    if (!file) throw new AppError(400, 'scan_missing', 'Please add the scan of the paper.');
    const { participantId } = known;
    let mediaId = '';
    await this.releaseAnswers.keep({
      participantId,
      videoId,
      request: said,
      kind: 'paper_release_recorded',
      actor: 'staff',
      method: 'paper',
      producerName,
      within: (work) =>
        this.corrections.untilFree(() =>
          this.newMedia.storeWith(
            file,
            'scan',
            async () => [],
            ([scan], transaction) => {
              mediaId = scan!.id;
              return work(transaction);
            },
          ),
        ),
      enter: async (transaction) => {
        await this.participants.lock(participantId, transaction);
      },
      check: (video) => this.requireNoOtherWord(video, signedOn),
      alsoWrite: async (releaseNumber, transaction) => {
        const paper = { id: randomUUID(), releaseNumber, participantId, mediaId, producerName, signedOn };
        await this.releases.insertPaper(paper, transaction);
        await this.audit.record('paper_release_recorded', { type: 'video', id: videoId }, transaction);
      },
    });
    return toShowcaseVideo((await this.rows.find(videoId))!);
  }

  /** @throws AppError 404 `scan_not_found` */
  async findScan(id: string): Promise<{ file: MediaFile; downloadName: string }> {
    const scan = isUUID(id) ? await this.releases.findScan(id) : null;
    const file = scan && (await this.media.findFile(scan.mediaId));
    if (!file) throw new AppError(404, 'scan_not_found', 'There is no such scan.');
    await this.audit.record('paper_release_viewed', { type: 'participant', id: scan.participantId });
    return { file, downloadName: originalFileName('release', file.mimeType) };
  }

  /**
   * What a person has said themselves last counts more than a paper: a "no" to the film whatever became of it since, also
   * where they have wished for changes after it, a wish for changes that is open, and limits that they have set since
   * the paper was signed, or on that day. So do the limits of a paper of a later day.
   */
  private requireNoOtherWord(video: ShowcaseVideoRow, signedOn: string): void {
    const { release } = video;
    if (release === null) return;
    const isLimited = limitsOf(release).length > 0;
    if (isLimited && release.paper !== null && signedOn < release.paper.signedOn) throw paperOvertaken();
    const isLimitedSince =
      isLimited && release.paper === null && earliestOf(signedOn) <= new Date(release.at).getTime();
    const said =
      (release.wasRefused && 'no') ||
      (isWishOpen(release, video) && 'what to change') ||
      (isLimitedSince && 'where and when it may be shown');
    if (!said) return;
    const message = `This person has said ${said} themselves. Please ask them to answer again.`;
    throw new AppError(409, 'release_refused', message);
  }
}

/** When the day on a paper begins where it does first on earth. */
function earliestOf(day: string): number {
  return Date.parse(day) - 14 * 3_600_000;
}

function requirePast(day: string): void {
  if (earliestOf(day) > Date.now()) throw new AppError(400, 'signed_later', 'The day on the paper has not come yet.');
}

function producerUnnamed(): AppError {
  return new AppError(409, 'producer_unnamed', PAPER_REFUSED.unnamed);
}

function paperOvertaken(): AppError {
  const message = 'A paper of a later day says where and when it may be shown. Please ask this person to answer again.';
  return new AppError(409, 'release_refused', message);
}
