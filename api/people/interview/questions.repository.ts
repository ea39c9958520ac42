import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { Transaction } from '../../platform/database/transaction.js';
import { Question } from './question.entity.js';

@Injectable()
export class QuestionsRepository {
  constructor(@InjectRepository(Question) private readonly questions: Repository<Question>) {}

  findAllInOrder(transaction: Transaction = this.questions.manager): Promise<Question[]> {
    return transaction.find(Question, { order: { sequence: 'ASC' } });
  }
}
