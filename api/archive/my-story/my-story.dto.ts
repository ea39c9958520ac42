import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsHash, IsIn, IsOptional, IsString, IsUUID, ValidateIf } from 'class-validator';
import { HANDLE_MAX_LENGTH, NAME_MAX_LENGTH, RELEASE_WORDS_MAX_LENGTH } from '../../contract/limits.js';
import type {
  ChangeEmailRequest,
  ChangeMyStoryRequest,
  ConfirmEmailRequest,
  OwnThing,
} from '../../contract/my-story.js';
import { RELEASE_DECISIONS, type ReleaseDecision, type ReleaseRequest } from '../../contract/releases.js';
import { PlainText } from '../../platform/http/plain-text.js';
import { PrintableLine } from '../../platform/http/printable-text.js';
import { EmailAddress } from '../../platform/mail/email-address.js';

const WITHDRAWABLE = ['story', 'answer', 'photo', 'video'] as const;

/** A `WithdrawRequest`. */
export class WithdrawDto {
  @ApiProperty({ enum: WITHDRAWABLE })
  @IsIn(WITHDRAWABLE, { message: 'Please say what to withdraw.' })
  what: 'story' | OwnThing;

  @ApiProperty({ type: String, required: false })
  @IsUUID('all', { message: 'Please say what to withdraw.' })
  @ValidateIf(({ what }: WithdrawDto) => what !== 'story')
  id?: string;
}

/** Left out it stays; empty it is taken away. */
const Given = (field: keyof ChangeMyStoryRequest) =>
  ValidateIf((request: ChangeMyStoryRequest) => Boolean(request[field]));

export class ChangeMyStoryDto implements ChangeMyStoryRequest {
  @PrintableLine('Name', NAME_MAX_LENGTH, { required: false })
  @Given('shownName')
  shownName?: string;

  @ApiProperty({ type: Boolean, required: false })
  @IsBoolean({ message: 'Tag must be true or false.' })
  @IsOptional()
  tag?: boolean;

  @PrintableLine('Instagram', HANDLE_MAX_LENGTH, { required: false })
  @Given('instagram')
  instagram?: string;

  @PrintableLine('TikTok', HANDLE_MAX_LENGTH, { required: false })
  @Given('tiktok')
  tiktok?: string;
}

export class ReleaseDto implements ReleaseRequest {
  @ApiProperty({ type: String })
  @IsHash('sha256', { message: 'Please watch the video first.' })
  cutHash: string;

  @ApiProperty({ enum: RELEASE_DECISIONS })
  @IsIn(RELEASE_DECISIONS, { message: 'Please say yes, no, or what to change.' })
  decision: ReleaseDecision;

  @ApiProperty({ type: String, required: false, maxLength: RELEASE_WORDS_MAX_LENGTH })
  @PlainText('What to change', RELEASE_WORDS_MAX_LENGTH)
  @IsOptional()
  words?: string;
}

export class ChangeEmailDto implements ChangeEmailRequest {
  @EmailAddress()
  email: string;
}

export class ConfirmEmailDto implements ConfirmEmailRequest {
  @ApiProperty({ type: String })
  @IsString({ message: 'The link is not complete. Please open it from the mail again.' })
  token: string;
}
