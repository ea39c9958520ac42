import { Module } from '@nestjs/common';
import { MediaModule } from '../../media/media.module.js';
import { MailModule } from '../../platform/mail/mail.module.js';
import { NightlyLookController } from './nightly-look.controller.js';
import { NightlyLookService } from './nightly-look.service.js';
import { NightlyLooksRepository } from './nightly-looks.repository.js';

@Module({
  imports: [MailModule, MediaModule],
  controllers: [NightlyLookController],
  providers: [NightlyLooksRepository, NightlyLookService],
})
export class DoctorModule {}
