import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MediaModule } from '../../media/media.module.js';
import { ConsentModule } from '../consent/consent.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { ParticipantsModule } from '../participants/participants.module.js';
import { UploadsModule } from '../../media/uploads/uploads.module.js';
import { PublicUpload } from './public-upload.entity.js';
import { PublicUploadRequests } from './public-upload-requests.service.js';
import { PublicUploadsController } from './public-uploads.controller.js';
import { PublicUploadsRepository } from './public-uploads.repository.js';
import { PublicUploadsService } from './public-uploads.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([PublicUpload]),
    ConsentModule,
    LedgerModule,
    MediaModule,
    ParticipantsModule,
    UploadsModule,
  ],
  controllers: [PublicUploadsController],
  providers: [PublicUploadRequests, PublicUploadsService, PublicUploadsRepository],
  exports: [PublicUploadsService],
})
export class PublicUploadsModule {}
