import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailModule } from '../../platform/mail/mail.module.js';
import { ParticipantsModule } from '../participants/participants.module.js';
import { HeldDraftForgotten } from '../sign-in/browser-sign-in.service.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { HeldDraftsRepository } from './held-drafts.repository.js';
import { Reminder } from './reminder.entity.js';
import { RemindersController } from './reminders.controller.js';
import { RemindersRepository } from './reminders.repository.js';
import { RemindersService } from './reminders.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Reminder]), MailModule, ParticipantsModule, SignInModule],
  controllers: [RemindersController],
  providers: [RemindersService, RemindersRepository, HeldDraftsRepository],
})
export class RemindersModule implements OnModuleInit {
  constructor(
    private readonly heldDraftForgotten: HeldDraftForgotten,
    private readonly reminders: RemindersService,
  ) {}

  onModuleInit(): void {
    this.heldDraftForgotten.subscribe((forgotten) => this.reminders.letForgottenDraftsGo(forgotten));
  }
}
