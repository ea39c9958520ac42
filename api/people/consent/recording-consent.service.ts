import { Injectable } from '@nestjs/common';
import type { Consent, KeptAlone, RecordingConsentState } from '../../contract/consent/consent.js';
import { AppConfig } from '../../platform/config/app-config.js';
import { maskEmail } from '../participants/mask-email.js';
import { OwnChanges } from '../participants/own-changes.service.js';
import type { SignedInParticipant } from '../participants/signed-in-participant.js';
import { ConsentKeeper, type Decide, guardianDecides, requirePresentWords } from './consent-keeper.service.js';
import { ConsentSoundService } from './consent-sound.service.js';
import { privacyFactsOf } from './privacy-facts.js';
import { ALONE_FIELDS, isAskedAnew, isUnder18, type RecordingConsent, saidAlone } from './recording-consent.entity.js';
import { RecordingConsentRepository } from './recording-consent.repository.js';

/** The same no again changes nothing. */
const SAID_NO: ReadonlySet<RecordingConsentState> = new Set(['refused', 'withdrawn', 'guardian_refused']);

/**
 * What people say to being recorded, and to what is kept without it. A no always holds. What follows from it is in
 * `ConsentRules`.
 */
@Injectable()
export class RecordingConsentService {
  constructor(
    private readonly config: AppConfig,
    private readonly consents: RecordingConsentRepository,
    private readonly keeper: ConsentKeeper,
    private readonly ownChanges: OwnChanges,
    private readonly sounds: ConsentSoundService,
  ) {}

  async describe(participantId: string): Promise<Consent> {
    return this.present(await this.consents.find(participantId));
  }

  /** A yes or a no of the person. @throws AppError of a yes 409 `words_changed`, `guardian_decides`; 429 `too_many_changes` */
  async answer(author: SignedInParticipant, answer: 'yes' | 'no', version: string): Promise<Consent> {
    if (answer === 'yes') await this.admitYes(author, version);
    return this.change(author, version, (consent) => {
      if (answer === 'no') {
        const wasGiven = consent.state === 'given';
        if (SAID_NO.has(consent.state)) return null;
        return [
          { ...consent, state: wasGiven ? 'withdrawn' : 'refused' },
          wasGiven ? 'recording_withdrawn' : 'recording_refused',
        ];
      }
      if (consent.state === 'given') return null;
      // Whoever said that they are under 18 does not become older by pressing again.
      if (isUnder18(consent)) throw guardianDecides();
      return [{ ...consent, state: 'given' }, 'recording_given'];
    });
  }

  /** Whether another company may turn this person's speech into words. @throws AppError as `answer` */
  async answerTranscription(author: SignedInParticipant, answer: 'yes' | 'no', version: string): Promise<Consent> {
    if (answer === 'yes') await this.admitYes(author, version);
    return this.change(author, version, (consent) => {
      const mayTranscribe = answer === 'yes';
      if (consent.mayTranscribe === mayTranscribe) return null;
      if (mayTranscribe && isUnder18(consent) && consent.state !== 'given') throw guardianDecides();
      const no = consent.mayTranscribe === true ? 'transcription_withdrawn' : 'transcription_refused';
      return [{ ...consent, mayTranscribe }, mayTranscribe ? 'transcription_given' : no];
    });
  }

  /** Whether written answers, or photos, are kept of somebody who is not recorded. @throws AppError as `answer` */
  async answerAlone(
    author: SignedInParticipant,
    what: KeptAlone,
    answer: 'yes' | 'no',
    version: string,
  ): Promise<Consent> {
    if (answer === 'yes') await this.admitYes(author, version);
    return this.change(author, version, (consent) => {
      if (answer === 'yes' && isUnder18(consent)) throw guardianDecides();
      const field = ALONE_FIELDS[what];
      const mayKeep = answer === 'yes';
      if (consent[field] === mayKeep) return null;
      const no = consent[field] === true ? 'withdrawn' : 'refused';
      return [{ ...consent, [field]: mayKeep }, `${what}_${mayKeep ? 'given' : no}`];
    });
  }

  private async admitYes(author: SignedInParticipant, version: string): Promise<void> {
    requirePresentWords(version);
    await this.ownChanges.take(author.id);
  }

  private async change(author: SignedInParticipant, version: string, decide: Decide): Promise<Consent> {
    return this.present(await this.keeper.change(author, version, decide));
  }

  private async present(consent: Readonly<RecordingConsent> | null): Promise<Consent> {
    const { transcriber } = privacyFactsOf(this.config);
    const isNew = consent !== null && isAskedAnew(consent);
    const words = consent && saidAlone('words', consent);
    const photos = consent && saidAlone('photos', consent);
    return {
      recording: consent?.state ?? 'none',
      version: consent && !isNew ? consent.version : null,
      guardian: consent?.guardianEmail ? maskEmail(consent.guardianEmail) : null,
      transcription: transcriber === null ? null : { service: transcriber, isAllowed: consent?.mayTranscribe ?? null },
      sound: await this.sounds.findAddress(),
      ...(isNew && { isAskedAnew: true as const }),
      ...(words !== null && { words }),
      ...(photos !== null && { photos }),
    };
  }
}
