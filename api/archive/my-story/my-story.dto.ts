import { ApiProperty } from '@nestjs/swagger';
import { IsIn, isUUID, ValidateBy, ValidateIf } from 'class-validator';
import {
  CONTACT_MAX_LENGTH,
  HANDLE_MAX_LENGTH,
  NAME_MAX_LENGTH,
  WISHES_MAX_LENGTH,
} from '../../contract/common/limits.js';
import type {
  ChangeEmailRequest,
  ChangeMyStoryRequest,
  ConfirmEmailRequest,
  OwnThing,
  StoryWishesRequest,
} from '../../contract/stories/my-story.js';
import { PlainText } from '../../platform/http/plain-text.js';
import { PrintableLine } from '../../platform/http/printable-text.js';
import { EmailAddress } from '../../platform/mail/email-address.js';
import { IsTag } from '../../people/sign-in/register.dto.js';
import { MailedToken } from '../../platform/auth/mailed-link.js';
import { MayBeLeftOut } from '../../platform/http/may-be-left-out.js';

const WITHDRAWABLE = ['story', 'answer', 'photo', 'video'] as const;
const UNCLEAR = { message: 'Please say what to withdraw.' };

/** A thing has an id. Whoever names one beside the whole story may mean it alone. */
const IdUnlessStory = () =>
  ValidateBy(
    {
      name: 'idUnlessStory',
      validator: {
        validate: (id: unknown, check) =>
          (check!.object as WithdrawDto).what === 'story' ? (id ?? null) === null : isUUID(id),
      },
    },
    UNCLEAR,
  );

/** A `WithdrawRequest`. */
export class WithdrawDto {
  @ApiProperty({ enum: WITHDRAWABLE })
  @IsIn(WITHDRAWABLE, UNCLEAR)
  what: 'story' | OwnThing;

  @ApiProperty({ type: String, required: false })
  @IdUnlessStory()
  id?: string;
}

/** Left out it stays; empty it is taken away. */
const Given = (field: keyof ChangeMyStoryRequest) =>
  ValidateIf((request: ChangeMyStoryRequest) => Boolean(request[field]));

export class ChangeMyStoryDto implements ChangeMyStoryRequest {
  @PrintableLine('Name', NAME_MAX_LENGTH, { required: false })
  @Given('shownName')
  shownName?: string;

  @IsTag()
  @MayBeLeftOut()
  tag?: boolean;

  @PrintableLine('Instagram', HANDLE_MAX_LENGTH, { required: false })
  @Given('instagram')
  instagram?: string;

  @PrintableLine('TikTok', HANDLE_MAX_LENGTH, { required: false })
  @Given('tiktok')
  tiktok?: string;
}

export class StoryWishesDto implements StoryWishesRequest {
  @ApiProperty({ type: String, maxLength: WISHES_MAX_LENGTH })
  @PlainText('What you wish', WISHES_MAX_LENGTH)
  words: string;

  @PrintableLine('The name of the person you trust', NAME_MAX_LENGTH, { required: false })
  @ValidateIf(({ contactName }: StoryWishesRequest) => contactName !== '')
  contactName: string;

  @ApiProperty({ type: String, maxLength: CONTACT_MAX_LENGTH })
  @PlainText('The way to the person you trust', CONTACT_MAX_LENGTH)
  contact: string;
}

export class ChangeEmailDto implements ChangeEmailRequest {
  @EmailAddress()
  email: string;
}

export class ConfirmEmailDto implements ConfirmEmailRequest {
  @MailedToken()
  token: string;
}
