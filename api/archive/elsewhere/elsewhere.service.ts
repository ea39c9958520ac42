import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import {
  type AddPlaceRequest,
  type Elsewhere,
  ELSEWHERE_WORDS,
  ELSEWHERE_WORDS_VERSION,
  type PlaceOfStory,
  type RemovalCause,
  type RemovalOutcome,
  type SettleRemovalRequest,
} from '../../contract/staff/elsewhere.js';
import { HOST_NAMES, parseHostedVideo } from '../../contract/media/hosted-video.js';
import { type NewReceipt, ReceiptsService } from '../../people/consent/receipts.service.js';
import { ParticipantsService } from '../../people/participants/participants.service.js';
import { AuditService } from '../../platform/audit/audit.service.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/app-error.js';
import { currentProducerName } from '../../platform/http/current-producer.js';
import { AppearancesService } from '../publishing/appearances.service.js';
import { ElsewhereRepository, type KnownRemoval, type NewRemoval, type OpenRemoval } from './elsewhere.repository.js';

export type { KnownRemoval };

export const FEED_NAME = 'The feed of new stories';

/** Where a video stands, and what it was before it had another address: what is left at a host stays there. */
export interface HostedBefore {
  /** Null of a file of ours. */
  videoUrl: string | null;
  formerFilms: string[];
}

/** What was taken back, before its rows are gone. */
export interface TakenBack {
  participantId: string;
  cause: RemovalCause;
  videos: HostedBefore[];
  /** It is shown as this person's, and is not theirs: they get no receipt of it. */
  isAnothers?: boolean;
  /** As `isAnothers`, and whose receipts they are instead. */
  subjectKey?: string;
}

/** A copy of the site, by the id that stands in it. */
export interface SiteCopy {
  id: string;
  name: string;
  address: string | null;
}

/**
 * Where stories stand outside of this server, and what staff have to remove there once somebody takes something back. What
 * comes of it is a receipt of that person.
 */
@Injectable()
export class ElsewhereService {
  constructor(
    private readonly elsewhere: ElsewhereRepository,
    private readonly appearances: AppearancesService,
    private readonly participants: ParticipantsService,
    private readonly receipts: ReceiptsService,
    private readonly audit: AuditService,
  ) {}

  async describe(): Promise<Elsewhere> {
    const [places, removals] = await Promise.all([this.elsewhere.findPlaces(), this.elsewhere.findRemovals()]);
    return { places, removals };
  }

  /** @throws AppError 404 `participant_not_found` */
  async listOf(participantId: string): Promise<PlaceOfStory[]> {
    await this.participants.get(participantId);
    const [hosted, places, present] = await Promise.all([
      this.elsewhere.findHosted(participantId),
      this.elsewhere.findPlacesOf(participantId),
      this.appearances.listPresent([participantId]),
    ]);
    const own = present.find((appearance) => appearance.participantId === participantId);
    const feed: PlaceOfStory[] = own?.isListed ? [{ kind: 'feed', name: FEED_NAME, address: null }] : [];
    const others = places.filter(({ kind, person }) => kind === 'export' || person !== null || own !== undefined);
    return [
      ...hosted.map((address) => ({ kind: 'host' as const, name: hostNameOf(address), address })),
      ...feed,
      ...others.map(({ kind, name, address }) => ({ kind, name, address })),
    ];
  }

  /** @throws AppError 404 `participant_not_found` */
  async addPlace({ name, address, userId }: AddPlaceRequest): Promise<void> {
    const participantId = userId ?? null;
    const place = { name, address: address ?? null, participantId, addedBy: currentProducerName() };
    await this.elsewhere.inTransaction(async (transaction) => {
      if (participantId !== null) await this.participants.requireLocked(participantId, transaction);
      await this.elsewhere.insertPlace(place, transaction);
      await this.audit.record('place_added', auditSubjectOf(participantId), transaction);
    });
  }

  /** What is to be removed there stays to be done. @throws AppError 404 `place_not_found` */
  async removePlace(id: string): Promise<void> {
    await this.elsewhere.inTransaction(async (transaction) => {
      if (!isUUID(id) || !(await this.elsewhere.removePlace(id, transaction))) {
        throw new AppError(404, 'place_not_found', 'This place is not in the list any more.');
      }
      await this.audit.record('place_removed', auditSubjectOf(null), transaction);
    });
  }

  /** Staff say what came of it. @throws AppError 404 `removal_not_found`, also where somebody has said so already */
  async settle(id: string, { outcome, note = '' }: SettleRemovalRequest): Promise<void> {
    await this.elsewhere.inTransaction(async (transaction) => {
      if (!isUUID(id)) throw noSuchRemoval();
      await this.holdPeopleOfOpen({ id }, transaction);
      const removal = await this.elsewhere.lockOpen(id, transaction);
      if (!removal) throw noSuchRemoval();
      const by = currentProducerName();
      await this.elsewhere.settle(id, { outcome, note, by }, transaction);
      await this.audit.record('removed_elsewhere', auditSubjectOf(removal.participantId), transaction);
      await this.writeReceipt(
        removal,
        outcome,
        { actor: 'staff', method: 'staff_screen', producerName: by },
        transaction,
      );
    });
  }

  /**
   * Within the transaction that takes something back, as one of the last things in it: whatever has to be removed elsewhere
   * waits for staff, and the feed, which says so by itself, has its receipt at once.
   */
  async recall(
    { participantId, cause, videos, isAnothers = false, subjectKey: another }: TakenBack,
    transaction: Transaction,
  ): Promise<void> {
    const anothers = another ?? (isAnothers ? randomUUID() : null);
    const subjectKey = anothers ?? (await this.receipts.keyOf(participantId, transaction));
    const appearance = await this.appearances.takeBack(participantId, transaction);
    // Where only a video of the story was not theirs, the story is.
    const isTheirs = anothers === null || cause === 'moved';
    const removal = { subjectKey, participantId: isTheirs ? participantId : null, placeId: null, cause };
    for (const address of await this.findAddresses(participantId, videos, transaction)) {
      const place = { kind: 'host' as const, place: hostNameOf(address), address };
      await this.elsewhere.insertRemoval({ ...removal, ...place }, transaction);
    }
    for (const { id, kind, name, address, person } of await this.elsewhere.findPlacesOf(participantId, transaction)) {
      const isEverybodys = kind === 'other' && person === null;
      if (isEverybodys && appearance === null) {
        // What was hidden may be shown again, and this not with it.
        await this.elsewhere.updateOpen({ subjectKey, placeId: id, cause }, transaction);
        continue;
      }
      // Of several stories there, whoever keeps the place knows this one by its id in the feed.
      const what = isEverybodys ? [address, `urn:uuid:${appearance?.id}`].filter(Boolean).join(' · ') : address;
      await this.elsewhere.insertRemoval({ ...removal, placeId: id, kind, place: name, address: what }, transaction);
    }
    if (appearance?.isOver !== true || !appearance.isListed) return;
    const feed: NewRemoval = { ...removal, kind: 'feed', place: FEED_NAME, address: null };
    await this.elsewhere.insertSettled(feed, transaction);
    await this.writeReceipt(feed, 'removed', { actor: 'system', method: 'automatic' }, transaction);
  }

  /** At hosts; other films are files and words of ours. */
  private async findAddresses(
    participantId: string,
    videos: HostedBefore[],
    transaction: Transaction,
  ): Promise<Set<string>> {
    const former = videos.flatMap(({ formerFilms }) => formerFilms).filter((film) => parseHostedVideo(film) !== null);
    const others = await this.elsewhere.findOthersHosted(participantId, former, transaction);
    const present = videos.flatMap(({ videoUrl }) => videoUrl ?? []);
    return new Set([...present, ...former.filter((address) => !others.includes(address))]);
  }

  /** Within the transaction that shows a story again: settles the removals that are open only because it was hidden. */
  standDown(participantId: string, transaction: Transaction): Promise<void> {
    return this.elsewhere.settleHiddenOf(participantId, transaction);
  }

  /**
   * Before stories are copied: from then on, whatever is taken back of them is removed in the copy, too.
   * Returns what was to be removed there until then.
   */
  announceCopy(copy: SiteCopy, participantIds: string[]): Promise<KnownRemoval[]> {
    return this.elsewhere.saveExport(copy, participantIds);
  }

  /**
   * A copy was made, of these stories: that settles the removals that were open in it before, but none that was asked for
   * while it was made. Returns how many are settled.
   * @param known as the last `announceCopy` before it was made returned it
   */
  async settleCopy(placeId: string, participantIds: string[], known: KnownRemoval[]): Promise<number> {
    return this.elsewhere.inTransaction(async (transaction) => {
      await this.holdPeopleOfOpen({ placeId }, transaction);
      const open = await this.elsewhere.lockOpenAt(placeId, known, transaction);
      for (const { id } of open) {
        await this.elsewhere.settle(id, { outcome: 'removed', note: '', by: null }, transaction);
      }
      await this.elsewhere.removeExportedExcept(placeId, participantIds, transaction);
      for (const removal of open) {
        await this.writeReceipt(removal, 'removed', { actor: 'system', method: 'automatic' }, transaction);
      }
      return open.length;
    });
  }

  /** Before a removal is locked: `recall` comes to it with these keys locked, so that neither waits for the other. */
  private async holdPeopleOfOpen(by: { id: string } | { placeId: string }, transaction: Transaction): Promise<void> {
    await this.receipts.holdKeys(await this.elsewhere.findPeopleOfOpen(by, transaction), transaction);
  }

  /** Whoever is still there gets it as a mail, too, but for the feed, which says it by itself each time. */
  private async subjectOf(
    { subjectKey, participantId, kind, cause }: Omit<OpenRemoval, 'id' | 'place'>,
    transaction: Transaction,
  ): Promise<NewReceipt['subject']> {
    if (participantId === null || cause === 'left' || kind === 'feed') return { subjectKey };
    // Since then the e-mail may have been proven by somebody else.
    const isTheirs = (await this.receipts.keyOf(participantId, transaction)) === subjectKey;
    return isTheirs ? { participantId } : { subjectKey };
  }

  private async writeReceipt(
    { subjectKey, participantId, kind, place, cause }: Omit<OpenRemoval, 'id'>,
    outcome: Exclude<RemovalOutcome, 'not_needed'>,
    said: { actor: 'staff' | 'system'; method: 'staff_screen' | 'automatic'; producerName?: string | null },
    transaction: Transaction,
  ): Promise<void> {
    await this.receipts.append(transaction, {
      subject: await this.subjectOf({ subjectKey, participantId, kind, cause }, transaction),
      kind: 'outward_removal',
      wording: { version: ELSEWHERE_WORDS_VERSION, words: ELSEWHERE_WORDS[outcome] },
      details: { place, kind, outcome, cause },
      ...said,
    });
  }
}

/** As people know the host. */
function hostNameOf(address: string): string {
  const hosted = parseHostedVideo(address);
  return hosted ? HOST_NAMES[hosted.host] : (URL.parse(address)?.hostname ?? address);
}

function auditSubjectOf(participantId: string | null) {
  return participantId === null
    ? ({ type: 'archive', id: null } as const)
    : ({ type: 'participant', id: participantId } as const);
}

function noSuchRemoval(): AppError {
  return new AppError(404, 'removal_not_found', 'Somebody has settled this already.');
}
