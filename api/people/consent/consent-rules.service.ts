import { Injectable } from '@nestjs/common';
import { type KeptAlone, mayGive, type RecordingConsentState, saidNoToPhotos } from '../../contract/consent/consent.js';
import type { StoryNotShown } from '../../contract/people/participants.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/app-error.js';
import { notShownOf } from './not-shown.js';
import {
  isAskedAnew,
  lacksGuardiansYes,
  lacksYesAnew,
  type RecordingConsent,
  type SaidConsent,
  saidAlone,
} from './recording-consent.entity.js';
import { RecordingConsentRepository } from './recording-consent.repository.js';

/** Nothing of somebody in one of these states is taken. Of `none` it is: other clients than ours never ask. */
const REFUSALS: Partial<Record<RecordingConsentState, string>> = {
  refused: 'You have said no to being recorded. Nothing is kept before you say yes.',
  withdrawn: 'You have taken back your yes to being recorded. Nothing is kept before you say yes again.',
  guardian_asked: 'A parent or guardian was asked, and has not answered yet. Nothing is kept before they say yes.',
  guardian_refused: 'Your parent or guardian said no. So nothing can be kept.',
};

const ASKED_ANEW_REFUSAL = 'We ask you again about being recorded. Nothing is kept before you say yes.';

/** What may be taken of people, and published, as they or a parent or guardian have said. */
@Injectable()
export class ConsentRules {
  constructor(private readonly consents: RecordingConsentRepository) {}

  /** @throws AppError 409 `consent_missing` in words, where somebody said no, or a guardian has not said yes */
  async requireRecordable(participantId: string, transaction?: Transaction): Promise<void> {
    const message = refusalOf(await this.consents.find(participantId, transaction));
    if (message !== null) throw new AppError(409, 'consent_missing', message);
  }

  /** @throws AppError 409 `consent_missing` in words, where somebody said no to being recorded, and not yes to this */
  async requireKeepable(what: KeptAlone, participantId: string, transaction?: Transaction): Promise<void> {
    const consent = await this.consents.find(participantId, transaction);
    if (!consent) return;
    const said = { recording: consent.state, [what]: saidAlone(what, consent) ?? undefined };
    if (isAskedAnew(consent) || !mayGive(what, said)) await this.requireRecordable(participantId, transaction);
  }

  async saidNoToPhotos(participantId: string, transaction: Transaction): Promise<boolean> {
    const consent = await this.consents.find(participantId, transaction);
    return consent !== null && saidNoToPhotos({ recording: consent.state, photos: consent.mayKeepPhotos ?? undefined });
  }

  /**
   * Of somebody under 18 nothing becomes public without the yes of a parent or guardian; while a beginning waits, that of
   * whoever began it is asked for, too.
   * @param madeAt of what is to be public; null for the whole story
   * @throws AppError 409 `guardian_decides`; 409 `consent_missing` of somebody who was asked anew, and has not said yes
   */
  async requirePublishable(participantId: string, madeAt: Date | null, transaction: Transaction): Promise<void> {
    const lacking = await this.findLacking(participantId, madeAt, transaction);
    if (!lacking) return;
    if (lacksYesAnew(lacking)) {
      const message = 'The question about being recorded was asked again. Nothing is published before a yes to it.';
      throw new AppError(409, 'consent_missing', message);
    }
    const why = lacking.state === 'guardian_refused' ? 'has said no' : 'has not answered yet';
    const message = `A parent or guardian ${why}. Nothing is published before their yes.`;
    throw new AppError(409, 'guardian_decides', message);
  }

  /** Whether a parent or guardian has not said yes who has to; as `requirePublishable`. */
  async isGuardianMissing(participantId: string, madeAt: Date | null, transaction: Transaction): Promise<boolean> {
    return (await this.findLacking(participantId, madeAt, transaction)) !== null;
  }

  private async findLacking(
    participantId: string,
    madeAt: Date | null,
    transaction: Transaction,
  ): Promise<Readonly<SaidConsent> | null> {
    const own = await this.consents.find(participantId, transaction);
    if (own && lacksGuardiansYes(own)) return own;
    const apart = await this.consents.findEverSetApart(participantId, transaction);
    if (!apart || !lacksGuardiansYes(apart)) return null;
    const { discardedAt } = apart;
    const isAboutIt = discardedAt === null || (madeAt !== null && madeAt <= discardedAt);
    return isAboutIt ? apart : null;
  }

  /** By the id of whose story is hidden or withdrawn: of one person, or of all. */
  async findNotShown(ofOne: string | null = null): Promise<Map<string, StoryNotShown>> {
    const choices = await this.consents.findNotShown(ofOne);
    return new Map(
      choices.flatMap(({ participantId, ...choice }) => {
        const notShown = notShownOf(choice);
        return notShown ? [[participantId, notShown]] : [];
      }),
    );
  }

  /** Why this person is not recorded, in words; null where nothing is in the way. */
  async findRefusal(participantId: string): Promise<string | null> {
    return refusalOf(await this.consents.find(participantId));
  }
}

function refusalOf(consent: Readonly<RecordingConsent> | null): string | null {
  if (consent === null) return null;
  return (isAskedAnew(consent) ? ASKED_ANEW_REFUSAL : REFUSALS[consent.state]) ?? null;
}
