import { ApiProperty } from '@nestjs/swagger';
import { IsNotEmpty, IsOptional } from 'class-validator';
import { DESCRIPTION_MAX_LENGTH } from '../../contract/limits.js';
import type { PublicUploadFields, StartPublicUploadRequest } from '../../contract/public-uploads.js';
import { EmailAddress } from '../../platform/mail/email-address.js';
import { PlainText } from '../../platform/http/plain-text.js';
import { WholeNumber } from '../../platform/http/whole-number.js';
import { FileName, StartUploadDto } from '../../media/uploads/uploads.dto.js';
import { UPLOAD_EMAIL_MISSING } from '../../contract/wordings.js';

const EMAIL_MISSING = { message: UPLOAD_EMAIL_MISSING };

/** Fields beside the files and their descriptions. */
export class PublicUploadDto implements PublicUploadFields {
  @EmailAddress()
  @IsNotEmpty(EMAIL_MISSING)
  submitterEmail: string;

  @IsOptional()
  @WholeNumber('The number of files')
  fileCount?: number;
}

/** What is told of one file of a form. */
export class SubmittedFileDto {
  @FileName('The file name')
  originalName: string;

  @PlainText('The description', DESCRIPTION_MAX_LENGTH)
  description: string;
}

export class StartPublicUploadDto extends StartUploadDto implements StartPublicUploadRequest {
  @EmailAddress()
  @IsNotEmpty(EMAIL_MISSING)
  submitterEmail: string;

  @ApiProperty({ type: String, required: false, maxLength: DESCRIPTION_MAX_LENGTH })
  @PlainText('The description', DESCRIPTION_MAX_LENGTH)
  @IsOptional()
  description?: string;
}
