import { Controller, Delete, Get, Param } from '@nestjs/common';
import type { AdminPhoto, DeleteUploadsResponse, PhotoSender } from '../contract/staff/admin-participants.js';
import { Audience } from '../platform/http/audience.decorator.js';
import { AdminSendersService } from './admin-senders.service.js';

/** Photos and videos by the id of whoever sent them: no address of a request tells an e-mail. */
@Controller('api/admin')
@Audience('staff')
export class AdminSendersController {
  constructor(private readonly senders: AdminSendersService) {}

  @Get('senders')
  list(): Promise<PhotoSender[]> {
    return this.senders.list();
  }

  @Get('senders/:senderId/photos')
  listOfSender(@Param('senderId') senderId: string): Promise<AdminPhoto[]> {
    return this.senders.listOfSender(senderId);
  }

  @Delete('senders/:senderId/photos')
  async removeOfSender(@Param('senderId') senderId: string): Promise<DeleteUploadsResponse> {
    return { removed: await this.senders.removeOfSender(senderId) };
  }
}
