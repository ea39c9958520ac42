import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { Helpers, MadeHelperLink } from '../../contract/people/helpers.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { CurrentParticipant, type SignedInParticipant } from '../participants/signed-in-participant.js';
import { MakeHelperLinkDto } from './helpers.dto.js';
import { HelpersService } from './helpers.service.js';

/** Who helps, as the participant sees it. */
@Controller('api/helpers')
@Audience('participant')
export class HelpersController {
  constructor(private readonly helpers: HelpersService) {}

  @Get()
  list(@CurrentParticipant() author: SignedInParticipant): Promise<Helpers> {
    return this.helpers.list(author);
  }

  @Post()
  make(
    @CurrentParticipant() author: SignedInParticipant,
    @Body() { name }: MakeHelperLinkDto,
  ): Promise<MadeHelperLink> {
    return this.helpers.make(author, name);
  }

  @Delete(':id')
  @HttpCode(204)
  end(@CurrentParticipant() author: SignedInParticipant, @Param('id') id: string): Promise<void> {
    return this.helpers.end(author, id);
  }

  @Delete('added/:id')
  @HttpCode(204)
  remove(@CurrentParticipant() author: SignedInParticipant, @Param('id') id: string): Promise<void> {
    return this.helpers.removeAdded(author, id);
  }
}
