import { Body, Controller, Delete, Get, Param, Patch } from '@nestjs/common';
import type { AdminUser, DeleteUserResponse } from '../contract/admin-participants.js';
import { Audience } from '../http/audience.decorator.js';
import { ChangeUserDto } from './admin-participants.dto.js';
import { AdminParticipantsService } from './admin-participants.service.js';

@Controller('api/admin')
@Audience('staff')
export class AdminParticipantsController {
  constructor(private readonly participants: AdminParticipantsService) {}

  @Get('all-users')
  list(): Promise<AdminUser[]> {
    return this.participants.list();
  }

  @Patch('mark-user-done/:id')
  markDone(@Param('id') id: string): Promise<AdminUser> {
    return this.participants.markDone(id);
  }

  @Patch('users/:id')
  change(@Param('id') id: string, @Body() { photosNeeded }: ChangeUserDto): Promise<AdminUser> {
    return this.participants.setPhotosNeeded(id, photosNeeded);
  }

  @Delete('delete-user/:id')
  async remove(@Param('id') id: string): Promise<DeleteUserResponse> {
    await this.participants.remove(id);
    return { id };
  }
}
