import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import {
  HELP_PATH,
  type Help,
  type HelpedThing,
  type HelperLink as HelperLinkOnTheWire,
  type Helpers,
  type MadeHelperLink,
} from '../../contract/people/helpers.js';
import { HELPED_THINGS_MAX, HELPER_LINK_MAX_AGE_MS, HELPER_LINKS_MAX } from '../../contract/common/limits.js';
import { MediaService } from '../../media/store/media.service.js';
import { UploadSessionsService } from '../../media/uploads/upload-sessions.service.js';
import { hashToken, newToken } from '../../platform/auth/opaque-token.js';
import { AppConfig } from '../../platform/config/app-config.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { AppError, signedOut } from '../../platform/http/app-error.js';
import { WithdrawalLedger } from '../ledger/withdrawal-ledger.js';
import { ParticipantsService } from '../participants/participants.service.js';
import type { SignedInParticipant } from '../participants/signed-in-participant.js';
import { StoryChoicesService } from '../participants/story-choices.service.js';
import { type HelpedRow, HelpedThingsRepository } from './helped-things.repository.js';
import type { HelperLink } from './helper-link.entity.js';
import { HelperLinksRepository } from './helper-links.repository.js';

/** Links for those who help, and what came by them: seen by whose story it is, and by each helper as far as it is theirs. */
@Injectable()
export class HelpersService {
  constructor(
    private readonly config: AppConfig,
    private readonly links: HelperLinksRepository,
    private readonly things: HelpedThingsRepository,
    private readonly participants: ParticipantsService,
    private readonly choices: StoryChoicesService,
    private readonly media: MediaService,
    private readonly ledger: WithdrawalLedger,
    private readonly uploadSessions: UploadSessionsService,
  ) {}

  async list({ id: participantId }: SignedInParticipant): Promise<Helpers> {
    const [links, rows] = await Promise.all([
      this.links.findLiveOf(participantId),
      this.things.findAll({ participantId, helperLinkId: null }),
    ]);
    const counts = Object.groupBy(rows, ({ helperLinkId }) => helperLinkId);
    return { links: links.map((link) => toLink(link, counts[link.id]?.length ?? 0)), added: rows.map(toNamedThing) };
  }

  /** @throws AppError 409 `helpers_full` */
  make(author: SignedInParticipant, name = ''): Promise<MadeHelperLink> {
    const token = newToken();
    return this.asOwner(author, async (transaction) => {
      const others = await this.links.findLiveOf(author.id, transaction);
      if (others.length >= HELPER_LINKS_MAX) throw full();
      const createdAt = new Date();
      const link: HelperLink = {
        id: randomUUID(),
        participantId: author.id,
        name,
        tokenHash: hashToken(token),
        isProven: author.isProven,
        createdAt,
        endsAt: new Date(createdAt.getTime() + HELPER_LINK_MAX_AGE_MS),
        endedAt: null,
        openedAt: null,
      };
      await this.links.insert(link, transaction);
      return { ...toLink(link, 0), url: `${this.config.publicUrl}${HELP_PATH}#${token}` };
    });
  }

  /** What came by it stays, and what is still on its way goes. Twice is the same as once. @throws AppError 404 `helper_not_found` for somebody else's */
  async end(author: SignedInParticipant, id: string): Promise<void> {
    const unfinished = await this.asOwner(author, async (transaction) => {
      if (!isUUID(id) || !(await this.links.end(author.id, id, transaction))) throw noSuchLink();
      return this.uploadSessions.removeAllBy(id, transaction);
    });
    await this.uploadSessions.removeFiles(unfinished);
  }

  /** What a helper sees. */
  async describe({ id: participantId, helperLinkId }: SignedInParticipant): Promise<Help> {
    if (helperLinkId === undefined) throw signedOut();
    const link = await this.links.findLive({ id: helperLinkId });
    if (!link) throw signedOut();
    const [{ firstName, status }, { shownName }, rows] = await Promise.all([
      this.participants.get(participantId),
      this.choices.find(participantId),
      this.things.findAll({ participantId, helperLinkId: link.id }),
    ]);
    return {
      id: link.id,
      firstName: shownName ?? firstName,
      endsAt: link.endsAt.toISOString(),
      isOpen: status !== 'submitted',
      added: rows.map(toThing),
    };
  }

  /** @throws AppError 409 `help_full` */
  async requireRoom(helper: SignedInParticipant): Promise<void> {
    const { id: participantId, helperLinkId = null } = helper;
    if ((await this.things.findAll({ participantId, helperLinkId })).length < HELPED_THINGS_MAX) return;
    const message = `By one link ${HELPED_THINGS_MAX} things can be added. Please remove one, or ask for another link.`;
    throw new AppError(409, 'help_full', message);
  }

  /**
   * Removes what a helper has added, with its files: the participant any of it at any time, a helper what is theirs until
   * the story is submitted.
   * @throws AppError 404 `not_there`; 409 `recording_continued`, `submitted`
   */
  async removeAdded(author: SignedInParticipant, id: string): Promise<void> {
    if (!isUUID(id)) throw notThere();
    const { id: participantId, helperLinkId = null } = author;
    const remove = async (transaction: Transaction) => {
      const by = { participantId, helperLinkId };
      const mediaIds = await this.things.remove(id, by, transaction, { refuse: refuseContinued });
      if (mediaIds === null) throw notThere();
      await this.media.scheduleRemoval(mediaIds, transaction);
      await this.ledger.append({ kind: 'helped', participantId, id });
    };
    await (helperLinkId === null ? this.asOwner(author, remove) : this.participants.change(author, remove));
    await this.media.sweepDeletions();
  }

  /** Says again what the ledger knows, of what an older database has still, maybe set apart; within a transaction. */
  async repeatRemoval(participantId: string, id: string, transaction: Transaction): Promise<boolean> {
    const by = { participantId, helperLinkId: null };
    const mediaIds = await this.things.remove(id, by, transaction, { alsoSetApart: true });
    if (mediaIds === null) return false;
    await this.media.scheduleRemoval(mediaIds, transaction);
    return true;
  }

  private asOwner<T>(author: SignedInParticipant, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.participants.inTransaction(async (transaction) => {
      if (!(await this.participants.lockAuthor(author, transaction))) throw signedOut();
      return work(transaction);
    });
  }
}

function toLink({ id, name, createdAt, endsAt, openedAt }: HelperLink, added: number): HelperLinkOnTheWire {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    endsAt: endsAt.toISOString(),
    openedAt: openedAt?.toISOString() ?? null,
    added,
  };
}

function toThing({ id, kind, questionId, name, text, createdAt }: HelpedRow): HelpedThing {
  return { id, kind, questionId, name, ...(text !== null && { text }), createdAt: createdAt.toISOString() };
}

/** The same, with whose link it came by. */
function toNamedThing(row: HelpedRow): HelpedThing {
  return { ...toThing(row), ...(row.helperName && { helperName: row.helperName }) };
}

function full(): AppError {
  const message = `${HELPER_LINKS_MAX} links can work at the same time. Please end one first.`;
  return new AppError(409, 'helpers_full', message);
}

function noSuchLink(): AppError {
  return new AppError(404, 'helper_not_found', 'This link has ended already.');
}

function notThere(): AppError {
  return new AppError(404, 'not_there', 'This is not here any more.');
}

function refuseContinued(): never {
  const message = 'Something was recorded to go on from it. Remove that first, in the interview.';
  throw new AppError(409, 'recording_continued', message);
}
