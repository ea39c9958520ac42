import type { Transaction } from '../../platform/database/transaction.js';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Redirect } from './redirect.entity.js';

const NEWEST_FIRST = { createdAt: 'DESC', id: 'DESC' } as const;

@Injectable()
export class RedirectsRepository {
  constructor(@InjectRepository(Redirect) private readonly redirects: Repository<Redirect>) {}

  inTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.redirects.manager.transaction(work);
  }

  /** By question; within it the newest, which is the one that counts, first. */
  findAll(): Promise<Redirect[]> {
    return this.redirects.find({ order: { questionNumber: 'ASC', ...NEWEST_FIRST } });
  }

  findNewest(questionNumber: number): Promise<Redirect | null> {
    return this.redirects.findOne({ where: { questionNumber }, order: NEWEST_FIRST });
  }

  async insert(redirect: Omit<Redirect, 'createdAt'>, transaction: Transaction): Promise<void> {
    await transaction.insert(Redirect, redirect);
  }

  /** Held as it is until the transaction ends. */
  findForChange(id: string, transaction: Transaction): Promise<Redirect | null> {
    return transaction.findOne(Redirect, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async update({ id, ...fields }: Omit<Redirect, 'createdAt'>, transaction: Transaction): Promise<void> {
    await transaction.update(Redirect, { id }, fields);
  }

  /** Whether it was there. */
  async remove(id: string, transaction: Transaction): Promise<boolean> {
    const { affected } = await transaction.delete(Redirect, { id });
    return affected === 1;
  }
}
