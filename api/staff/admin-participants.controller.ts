import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import type { AdminUser, DeleteUserResponse, NameVersion } from '../contract/staff/admin-participants.js';
import type { StoryWishes } from '../contract/stories/my-story.js';
import { Audience } from '../platform/http/audience.decorator.js';
import { ChangeUserDto, MarkDoneDto } from './admin-participants.dto.js';
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
  setDone(@Param('id') id: string, @Body() { done = true }: MarkDoneDto): Promise<AdminUser> {
    return this.participants.setDone(id, done);
  }

  @Patch('users/:id')
  change(@Param('id') id: string, @Body() change: ChangeUserDto): Promise<AdminUser> {
    return this.participants.change(id, change);
  }

  @Post('users/:id/ask-anew')
  @HttpCode(200)
  askAnew(@Param('id') id: string): Promise<AdminUser> {
    return this.participants.askAnew(id);
  }

  @Get('users/:id/names')
  listNames(@Param('id') id: string): Promise<NameVersion[]> {
    return this.participants.listNames(id);
  }

  /** What a person wishes for their story in case that they cannot decide any more. */
  @Get('users/:id/wishes')
  async findWishes(@Param('id') id: string): Promise<{ wishes: StoryWishes | null }> {
    return { wishes: await this.participants.findWishes(id) };
  }

  @Delete('delete-user/:id')
  async remove(@Param('id') id: string): Promise<DeleteUserResponse> {
    await this.participants.remove(id);
    return { id };
  }
}
