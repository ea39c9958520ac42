import { Injectable } from '@nestjs/common';
import { FLAWED_RECORDINGS_MAIL_MS } from '../../contract/common/limits.js';
import { LANDING_DIALOGS } from '../../contract/pages.js';
import { proveRecording, RECORDING_FLAWS } from '../../media/transcode/recording-prover.js';
import { MediaService } from '../../media/store/media.service.js';
import { FfmpegLocator } from '../../media/transcode/ffmpeg-locator.js';
import { VideoProblem } from '../../media/transcode/video-problem.js';
import { AppConfig } from '../../platform/config/app-config.js';
import { BackgroundWork } from '../../platform/jobs/background-work.js';
import { ATTEMPTS_MAX, whileHeld } from '../../platform/jobs/held-work.js';
import { JobQueue } from '../../platform/jobs/job-queue.js';
import { QueueWorker } from '../../platform/jobs/queue-worker.js';
import { composeMail, type Mail } from '../../platform/mail/mail.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { RateLimits } from '../../platform/rate-limits/rate-limits.service.js';
import { type DueProof, RecordingProofsRepository, type UntoldFlaw } from './recording-proofs.repository.js';

/** A mail server may be away for hours. */
const MAILS_MAX = 12;

/** Checks recordings for which nobody could wait, one at a time, and tells whose recording is not whole. */
@Injectable()
export class RecordingProofsWorker extends QueueWorker {
  constructor(
    backgroundWork: BackgroundWork,
    jobs: JobQueue,
    private readonly config: AppConfig,
    private readonly locator: FfmpegLocator,
    private readonly proofs: RecordingProofsRepository,
    private readonly media: MediaService,
    private readonly mailer: Mailer,
    private readonly rateLimits: RateLimits,
  ) {
    super(backgroundWork, jobs, { queue: 'prove-recording', idName: 'mediaId', name: 'Recordings' });
  }

  protected override async prepare(): Promise<boolean> {
    if (!(await this.locator.open())) return false;
    await this.listen();
    return true;
  }

  protected override findDue(): Promise<string[]> {
    return this.proofs.findDue();
  }

  protected override secondsUntilDue(): Promise<number | null> {
    return this.proofs.secondsUntilDue();
  }

  protected override async work(mediaId: string, signal: AbortSignal): Promise<void> {
    const due = await this.proofs.begin(mediaId);
    if (!due) return;
    try {
      await whileHeld(
        () => this.proofs.hold(mediaId),
        () => (due.state === 'checking' ? this.check(due, signal) : this.tell(due)),
      );
    } catch (error) {
      await this.proofs.putOff(mediaId, { isLater: !signal.aborted });
      throw error;
    }
  }

  private async check({ mediaId, recorded, attempts }: DueProof, signal: AbortSignal): Promise<void> {
    const file = await this.media.findFile(mediaId);
    if (!file || attempts > ATTEMPTS_MAX) return this.proofs.note(mediaId, 'unknown', null);
    try {
      const tools = await this.locator.require();
      const flaw = await this.media.withFile(file, (path) => proveRecording(tools, path, recorded, { signal }));
      await this.proofs.note(mediaId, flaw === null ? 'proven' : 'flawed', flaw && RECORDING_FLAWS[flaw]);
    } catch (error) {
      // It cannot be told here whether it plays.
      if (!(error instanceof VideoProblem)) throw error;
      await this.proofs.note(mediaId, 'unknown', null);
    }
  }

  /** Of all at once, in a mail a day: nobody has shown, perhaps, that the mailbox is theirs. */
  private async tell({ mediaId, attempts, failures }: DueProof): Promise<void> {
    const owner = await this.proofs.findOwnerToTell(mediaId, FLAWED_RECORDINGS_MAIL_MS / 1000);
    // It is theirs to hear once they have said that it is.
    if (owner?.isSetApart) return;
    // Where mail does not go out, the page tells it.
    if (!owner || attempts + failures > MAILS_MAX) return this.proofs.noteTold([mediaId]);
    const subject = `flawed recordings ${owner.emailKey}`;
    const limits = [{ subject, limit: 1, windowMs: FLAWED_RECORDINGS_MAIL_MS }];
    const { waitSeconds } = await this.rateLimits.take(limits);
    if (waitSeconds > 0) return this.proofs.waitToTell(mediaId, waitSeconds);
    try {
      const flaws = await this.proofs.findUntold(owner.participantId);
      if (flaws.length === 0) return await this.rateLimits.giveBack(limits);
      await this.mailer.send(flawedRecordingsMail(owner.email, flaws, this.config.publicUrl));
      await this.proofs.noteTold(flaws.map((flaw) => flaw.mediaId));
    } catch (error) {
      await this.rateLimits.giveBack(limits);
      throw error;
    }
  }
}

/** To whom recordings belong that were saved, and then turned out not to be whole. */
function flawedRecordingsMail(email: string, flaws: UntoldFlaw[], publicUrl: string): Mail {
  const said = new Set(
    flaws.map(
      ({ question, problem }) =>
        `We looked through your recording to the question “${question}”. This recording is not whole: ${problem}.`,
    ),
  );
  const link = { label: 'Open your interview', url: `${publicUrl}/${LANDING_DIALOGS.resume}` };
  const unknown = 'If you did not record anything, you need not do anything.';
  if (flaws.length === 1) {
    return composeMail(email, 'One of your recordings is not whole', [
      'Hello,',
      ...said,
      'What plays of it is kept. So is everything else that you recorded.',
      'The phone or computer that you used may still hold it. Open your interview there. You can watch the recording and save it again. Or record a new one when you have the strength.',
      link,
      unknown,
    ]);
  }
  return composeMail(email, 'Some of your recordings are not whole', [
    'Hello,',
    ...said,
    'What plays of them is kept. So is everything else that you recorded.',
    'The phone or computer that you used may still hold them. Open your interview there. You can watch each recording and save it again. Or record new ones when you have the strength.',
    link,
    unknown,
  ]);
}
