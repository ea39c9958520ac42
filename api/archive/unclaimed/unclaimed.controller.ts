import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { Audience } from '../../platform/http/audience.decorator.js';
import { CurrentParticipant, type SignedInParticipant } from '../../people/participants/signed-in-participant.js';
import { DiscardUnclaimedDto } from './unclaimed.dto.js';
import { UnclaimedService } from './unclaimed.service.js';

@Controller('api/user/unclaimed')
@Audience('participant')
export class UnclaimedController {
  constructor(private readonly unclaimed: UnclaimedService) {}

  @Post('claim')
  @HttpCode(204)
  claim(@CurrentParticipant() owner: SignedInParticipant): Promise<void> {
    return this.unclaimed.claim(owner);
  }

  @Post('discard')
  @HttpCode(204)
  discard(@CurrentParticipant() owner: SignedInParticipant, @Body() name: DiscardUnclaimedDto): Promise<void> {
    return this.unclaimed.discard(owner, name);
  }
}
