import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Question } from './question.entity.js';

@Injectable()
export class QuestionsRepository {
  constructor(@InjectRepository(Question) private readonly questions: Repository<Question>) {}

  findAllInOrder(): Promise<Question[]> {
    return this.questions.find({ order: { sequence: 'ASC' } });
  }
}
