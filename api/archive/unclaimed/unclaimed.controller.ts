import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { NAME_MAX_LENGTH } from '../../contract/common/limits.js';
import type { DiscardUnclaimedRequest } from '../../contract/people/participants.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { PrintableLine } from '../../platform/http/printable-text.js';
import { CurrentParticipant, type SignedInParticipant } from '../../people/participants/signed-in-participant.js';
import { UnclaimedService } from './unclaimed.service.js';

class DiscardUnclaimedDto implements DiscardUnclaimedRequest {
  @PrintableLine('First name', NAME_MAX_LENGTH)
  firstName: string;

  @PrintableLine('Last name', NAME_MAX_LENGTH)
  lastName: string;
}

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
