import path from 'node:path';
import { Module } from '@nestjs/common';
import { AppConfig } from '../config/app-config.js';
import { LaterMails } from './later-mails.js';
import { MailDelivery } from './mail-delivery.js';
import { Mailer } from './mailer.js';
import { OutboxDelivery } from './outbox-delivery.js';
import { SmtpDelivery } from './smtp-delivery.js';

const delivery = {
  provide: MailDelivery,
  useFactory: ({ smtpUrl, stateDir }: AppConfig) =>
    smtpUrl === null ? new OutboxDelivery(path.join(stateDir, 'outbox')) : new SmtpDelivery(smtpUrl),
  inject: [AppConfig],
};

@Module({
  providers: [delivery, Mailer, LaterMails],
  exports: [Mailer, LaterMails],
})
export class MailModule {}
