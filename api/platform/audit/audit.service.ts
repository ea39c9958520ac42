import type { Transaction } from '../database/transaction.js';
import { Injectable } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import {
  AUDIT_KINDS,
  type AuditAction,
  type AuditEntry,
  type AuditKind,
  type AuditPage,
  type AuditSubject,
} from '../../contract/audit.js';
import { AUDIT_PAGE_SIZE } from '../../contract/limits.js';
import { AppConfig } from '../config/app-config.js';
import { currentProducerName } from '../http/current-producer.js';
import { type AuditFilter, AuditRepository } from './audit.repository.js';
import { toAuditEntry } from './to-audit-entry.js';

/** Done by whoever does not have the password. */
const BY_UNKNOWN = new Set<AuditAction>(['sign_in_failed', 'sign_in_locked']);
/** Done by people to what is theirs. */
const BY_PARTICIPANT = new Set<AuditAction>([
  'story_reopened',
  'story_hidden',
  'story_shown_again',
  'story_withdrawn',
  'answer_withdrawn',
  'photo_withdrawn',
  'video_withdrawn',
  'participant_left',
  'own_data_changed',
  'own_data_downloaded',
  'release_over',
]);

/** Done by nobody: the time of something was over. */
const BY_SYSTEM = new Set<AuditAction>(['period_ended']);

export interface AuditSearch extends Omit<AuditFilter, 'actions'> {
  kind?: AuditKind;
}

/** The record of what staff did, which nobody can change afterwards. */
@Injectable()
export class AuditService {
  constructor(
    private readonly entries: AuditRepository,
    private readonly config: AppConfig,
  ) {}

  /**
   * Notes what the producer of this request does to `subject`; within `transaction` when it is given, so that neither
   * stands without the other. Where the subject is gone already, `participantId` tells whose it was.
   */
  record(
    action: AuditAction,
    { type, id }: AuditSubject,
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
    return this.entries.append(entry, participantId, transaction);
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
  return BY_PARTICIPANT.has(action) ? 'participant' : 'staff';
}

function actionsOf(kind: AuditKind): AuditAction[] {
  return (Object.keys(AUDIT_KINDS) as AuditAction[]).filter((action) => AUDIT_KINDS[action] === kind);
}
