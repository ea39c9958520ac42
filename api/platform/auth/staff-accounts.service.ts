import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AddProducerRequest, Producer } from '../../contract/staff/staff.js';
import { AuditService } from '../audit/audit.service.js';
import { AppConfig } from '../config/app-config.js';
import type { Transaction } from '../database/transaction.js';
import { AppError, signedOut } from '../http/app-error.js';
import { emailKey } from '../../contract/people/email-key.js';
import { composeMail, type Mail, TEAM } from '../mail/mail.js';
import { Mailer } from '../mail/mailer.js';
import type { StaffAccount } from './staff-accounts.entity.js';
import { StaffAccountsRepository } from './staff-accounts.repository.js';

/** Who is a producer. Whoever is none any more is signed out everywhere at once. */
@Injectable()
export class StaffAccounts {
  constructor(
    private readonly config: AppConfig,
    private readonly accounts: StaffAccountsRepository,
    private readonly audit: AuditService,
    private readonly mailer: Mailer,
  ) {}

  /** @param ownId the account of whoever asks; null for the operator */
  async list(ownId: string | null): Promise<Producer[]> {
    return (await this.accounts.findAll()).map((account) => toProducer(account, ownId));
  }

  /**
   * They are told by mail. Where that cannot go, they are no producer.
   * @throws AppError 409 `already_producer`, `name_taken`; 503 `mail_not_sent`; 422 `mail_refused`; 401 `signed_out` for whoever was removed meanwhile
   */
  async add({ email, name }: AddProducerRequest, ownId: string | null): Promise<Producer> {
    const account: StaffAccount = {
      id: randomUUID(),
      email: emailKey(email),
      name,
      createdAt: new Date(),
      addedBy: ownId,
      lastSignedInAt: null,
    };
    await this.accounts.inTransaction(async (transaction) => {
      if (ownId !== null && !(await this.accounts.lock(ownId, transaction))) throw signedOut();
      if (!(await this.accounts.insert(account, transaction)))
        throw (await this.accounts.findByEmailKey(account.email)) ? alreadyProducer() : nameTaken();
      await this.audit.record('producer_added', { type: 'producer', id: account.id }, transaction);
    });
    try {
      await this.mailer.send(addedMail(account.email, `${this.config.publicUrl}/admin`));
    } catch (error) {
      await this.accounts.inTransaction((transaction) => this.end(account.id, transaction));
      throw error;
    }
    return toProducer(account, ownId);
  }

  /**
   * Nobody removes their own account, so that there is always one left.
   * @throws AppError 404 `producer_not_found`; 409 `own_account`; 401 `signed_out` for whoever was removed meanwhile
   */
  async remove(id: string, ownId: string): Promise<void> {
    await this.accounts.inTransaction(async (transaction) => {
      const all = (await this.accounts.lockAll(transaction)).map((account) => account.id);
      if (!all.includes(ownId)) throw signedOut();
      if (id === ownId) throw new AppError(409, 'own_account', 'You cannot remove yourself. Another producer can.');
      if (!all.includes(id)) throw new AppError(404, 'producer_not_found', 'This producer was removed already.');
      await this.end(id, transaction);
    });
  }

  /**
   * For the operator, who may remove the last one, too.
   * @returns whether there was one with that e-mail
   */
  async removeByEmail(email: string): Promise<boolean> {
    return this.accounts.inTransaction(async (transaction) => {
      const account = (await this.accounts.lockAll(transaction)).find((each) => each.email === emailKey(email));
      if (!account) return false;
      await this.end(account.id, transaction);
      return true;
    });
  }

  /** What an operator should know of at the start, a line each. */
  async findHints(): Promise<string[]> {
    const { staffAccounts, staffPassword } = this.config;
    if (!staffAccounts) return [];
    const hints = [];
    if ((await this.accounts.findAll()).length === 0)
      hints.push('There are no producers yet. Add one: npm run staff -- add EMAIL "NAME"');
    if (staffPassword !== null) hints.push('STAFF_PASSWORD opens nothing: producers have accounts.');
    return hints;
  }

  private async end(id: string, transaction: Transaction): Promise<void> {
    await this.accounts.remove(id, transaction);
    await this.audit.record('producer_removed', { type: 'producer', id }, transaction);
  }
}

function toProducer({ id, name, email, createdAt, lastSignedInAt }: StaffAccount, ownId: string | null): Producer {
  return {
    id,
    name,
    email,
    createdAt: createdAt.toISOString(),
    lastSignedInAt: lastSignedInAt?.toISOString() ?? null,
    isYou: id === ownId,
  };
}

function alreadyProducer(): AppError {
  return new AppError(409, 'already_producer', 'There is a producer with this e-mail already.');
}

function nameTaken(): AppError {
  return new AppError(
    409,
    'name_taken',
    'There is a producer with this name already. Please add what tells the two apart.',
  );
}

function addedMail(to: string, url: string): Mail {
  return composeMail(to, 'You are a producer now', [
    'Hello,',
    'You can now sign in to the pages of the production team. Open this page and type this e-mail of yours. We then mail you a link.',
    { label: 'Production team', url },
    'Once you are in, you can add a passkey, at the end of that page under Producers. Then you need no mail the next time.',
    'If you do not know what this is about, please write to us.',
    TEAM,
  ]);
}
