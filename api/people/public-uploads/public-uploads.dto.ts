import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsNotEmpty, IsUUID } from 'class-validator';
import { DESCRIPTION_MAX_LENGTH } from '../../contract/common/limits.js';
import { PRIVACY_VERSIONS } from '../../contract/consent/privacy.js';
import type { PublicUploadFields, StartPublicUploadRequest } from '../../contract/people/public-uploads.js';
import { EmailAddress } from '../../platform/mail/email-address.js';
import { PlainText } from '../../platform/http/plain-text.js';
import { WholeNumber } from '../../platform/http/whole-number.js';
import { FileName, StartUploadDto } from '../../media/uploads/uploads.dto.js';
import { UPLOAD_EMAIL_MISSING } from '../../contract/common/wordings.js';
import { MayBeLeftOut } from '../../platform/http/may-be-left-out.js';

/** The version of the words that were said yes to. Left out: nothing was said. Anything else is no yes. */
const SaidYes = () =>
  applyDecorators(
    ApiProperty({ type: String, required: false }),
    IsIn(
      PRIVACY_VERSIONS.map(({ version }) => version),
      { message: 'Nothing was kept, because there was no yes to keeping it.' },
    ),
    MayBeLeftOut(),
  );

const EMAIL_MISSING = { message: UPLOAD_EMAIL_MISSING };

/** Fields beside the files and their descriptions. */
export class PublicUploadDto implements PublicUploadFields {
  @EmailAddress()
  @IsNotEmpty(EMAIL_MISSING)
  submitterEmail: string;

  @MayBeLeftOut()
  @WholeNumber('The number of files')
  fileCount?: number;

  @SaidYes()
  consent?: string;
}

/** What is told of one file of a form. */
export class SubmittedFileDto {
  @FileName('The file name')
  originalName: string;

  @PlainText('The description', DESCRIPTION_MAX_LENGTH)
  description: string;

  @MayBeLeftOut()
  @IsUUID('all', { message: 'The id of a file must be a UUID.' })
  fileId?: string;
}

export class StartPublicUploadDto extends StartUploadDto implements StartPublicUploadRequest {
  @EmailAddress()
  @IsNotEmpty(EMAIL_MISSING)
  submitterEmail: string;

  @ApiProperty({ type: String, required: false, maxLength: DESCRIPTION_MAX_LENGTH })
  @PlainText('The description', DESCRIPTION_MAX_LENGTH)
  @MayBeLeftOut()
  description?: string;

  @SaidYes()
  consent?: string;
}
