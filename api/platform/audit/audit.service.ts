import type { Transaction } from '../database/transaction.js';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import {
  AUDIT_KINDS,
  type AuditAction,
  type AuditEntry,
  type AuditKind,
  type AuditPage,
  type AuditSubject,
  type StaffChanges,
} from '../../contract/staff/audit.js';
import { AUDIT_PAGE_SIZE } from '../../contract/common/limits.js';
import { AppConfig } from '../config/app-config.js';
import { Signals } from '../database/signals.js';
import { SingleFlight } from '../jobs/single-flight.js';
import { currentActor, currentProducerName } from '../http/current-producer.js';
import { type AuditFilter, AuditRepository, type NewEntry } from './audit.repository.js';
import type { AuditEntry as StoredEntry, UnlistedSubject } from './audit-entry.entity.js';

/** Done by whoever does not have the password. */
const BY_UNKNOWN = new Set<AuditAction>(['sign_in_failed', 'sign_in_locked']);
/** Done by people to what is theirs. */
const BY_PARTICIPANT = new Set<AuditAction>([
  'story_reopened',
  'story_hidden',
  'story_shown_again',
  'story_withdrawn',
  'answer_withdrawn',
  'recording_removed',
  'photo_withdrawn',
  'video_withdrawn',
  'participant_left',
  'own_data_changed',
  'own_data_downloaded',
]);

/** Done by nobody: the time of something was over. */
const BY_SYSTEM = new Set<AuditAction>(['period_ended', 'release_over']);

/** A person's own no takes down what a producer approved, and so does another picture that arrives. */
const BY_ANYBODY = new Set<AuditAction>(['video_unapproved']);

/** What changes something that a list of the staff side shows. */
const CHANGES = (Object.keys(AUDIT_KINDS) as AuditAction[]).filter(
  (action) => !['gate', 'viewed', 'taken'].includes(AUDIT_KINDS[action]),
);
const CHANGED = 'staff';
const WAIT_FOR_CHANGE_MS = 20_000;
const POLL_INTERVAL_MS = 500;

export interface AuditSearch extends Omit<AuditFilter, 'actions'> {
  kind?: AuditKind;
}

/** The record of what staff did, which nobody can change afterwards. */
@Injectable()
export class AuditService {
  private heard = Promise.withResolvers<void>();
  /** However many pages are open, one look for all. */
  private readonly lastChange = new SingleFlight(() => this.entries.sumOfLast(CHANGES));

  constructor(
    private readonly entries: AuditRepository,
    private readonly config: AppConfig,
    private readonly signals: Signals,
  ) {
    const hear = () => {
      this.heard.resolve();
      this.heard = Promise.withResolvers();
    };
    signals.on(CHANGED, hear);
    signals.onListening(hear);
  }

  /**
   * Notes what the producer of this request does to `subject`; within `transaction` when it is given, so that neither
   * stands without the other. Where the subject is gone already, `participantId` tells whose it was.
   */
  record(
    action: AuditAction,
    { type, id }: AuditSubject | UnlistedSubject,
    transaction?: Transaction,
    participantId?: string,
  ): Promise<void> {
    const entry = {
      actor: actorOf(action),
      producerName: currentProducerName(),
      action,
      subjectType: type,
      subjectId: id,
    } as const;
    return this.append(entry, participantId, transaction);
  }

  private async append(entry: NewEntry, participantId?: string, transaction?: Transaction): Promise<void> {
    await this.entries.append(entry, participantId, transaction);
    if (CHANGES.includes(entry.action)) await this.signals.tell(CHANGED, '', transaction);
  }

  /**
   * Returns a number that tells the last changes, on whichever server they were made: at once where it is another than
   * `after`, else when there is one, or after a while.
   * @param isLeaving whether whoever asks, or this server, goes
   */
  async followChanges(after: number | undefined, isLeaving: () => boolean): Promise<StaffChanges> {
    const until = Date.now() + WAIT_FOR_CHANGE_MS;
    let heard = this.heard;
    let last = await this.lastChange.request();
    while (last === after && Date.now() < until && !isLeaving()) {
      await Promise.race([heard.promise, pause(POLL_INTERVAL_MS, undefined, { ref: false })]);
      if (heard === this.heard) continue;
      heard = this.heard;
      last = await this.lastChange.request();
    }
    return { last };
  }

  /** The newest entries that fit, or the newest of those before the entry `before`. */
  async list({ kind, ...filter }: AuditSearch): Promise<AuditPage> {
    const found = await this.entries.findLast(AUDIT_PAGE_SIZE + 1, { ...filter, actions: kind && actionsOf(kind) });
    const entries = found.slice(0, AUDIT_PAGE_SIZE).map(toAuditEntry);
    const nextBefore = found.length > AUDIT_PAGE_SIZE ? (entries.at(-1)?.id ?? null) : null;
    return { entries, nextBefore };
  }

  /** When staff looked at what is a person's, or took it; the newest first. */
  async listLooks(personId: string): Promise<AuditEntry[]> {
    const actions = [...actionsOf('viewed'), ...actionsOf('taken')].filter((action) => !BY_PARTICIPANT.has(action));
    return (await this.entries.findLast(AUDIT_PAGE_SIZE, { personId, actions })).map(toAuditEntry);
  }

  listProducers(): Promise<string[]> {
    return this.entries.findProducers();
  }

  @Cron(CronExpression.EVERY_DAY_AT_4AM)
  async sweepOld(): Promise<void> {
    await this.entries.removeOld(this.config.keeping.audit);
  }
}

function actorOf(action: AuditAction): AuditEntry['actor'] {
  if (BY_UNKNOWN.has(action)) return 'unknown';
  if (BY_SYSTEM.has(action)) return 'system';
  if (BY_ANYBODY.has(action)) return currentActor();
  return BY_PARTICIPANT.has(action) ? 'participant' : 'staff';
}

function actionsOf(kind: AuditKind): AuditAction[] {
  return (Object.keys(AUDIT_KINDS) as AuditAction[]).filter((action) => AUDIT_KINDS[action] === kind);
}

function toAuditEntry(entry: StoredEntry): AuditEntry {
  const { id, producerName: producer, action, subjectType, subjectId, at } = entry;
  // Until 0.5.0 the end of a release was noted as its person's doing, and no entry is ever changed.
  const actor = BY_SYSTEM.has(action) ? 'system' : entry.actor;
  // Only whole subjects are ever recorded: the id belongs to the type.
  const subject = { type: subjectType, id: subjectId } as AuditSubject;
  return { id, actor, producer, action, subject, at: at.toISOString() };
}
