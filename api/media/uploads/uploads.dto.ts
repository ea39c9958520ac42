import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsString, IsUUID, MaxLength } from 'class-validator';
import { FILE_NAME_MAX_LENGTH, VIDEO_MAX_BYTES } from '../../contract/common/limits.js';
import type { CloseUploadRequest, StartUploadRequest } from '../../contract/media/uploads.js';
import { VIDEO_TOO_LARGE } from '../../contract/common/wordings.js';
import { WholeNumber } from '../../platform/http/whole-number.js';
import { MayBeLeftOut } from '../../platform/http/may-be-left-out.js';

/** Of what participants, and who helps them, send in chunks. Photos have one of their own, once it is known that they are. */
export const PARTICIPANT_FILE_LIMIT = { bytes: VIDEO_MAX_BYTES, message: VIDEO_TOO_LARGE };
const MIME_TYPE_MAX_LENGTH = 255;
/** So many the database can count. */
const CHUNKS_MAX = 2 ** 31 - 1;
/** Control characters, broken surrogates and marks that reverse the text around them. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

/** A property of a request that holds a client's file name: only ever shown, so it is cleaned rather than refused. */
export function FileName(name: string): PropertyDecorator {
  return applyDecorators(Printable(FILE_NAME_MAX_LENGTH), IsString({ message: `${name} is required.` }));
}

/** A property of a request that says what a file is; its bytes decide, so that this, too, is cleaned. */
export function FileType(): PropertyDecorator {
  return applyDecorators(
    Printable(),
    IsString({ message: 'The type of the file is required.' }),
    MaxLength(MIME_TYPE_MAX_LENGTH),
  );
}

/** A property of a request that names a complete upload. */
export function UploadId(): PropertyDecorator {
  return applyDecorators(MayBeLeftOut(), IsUUID('all', { message: 'The upload is not known.' }));
}

/** Leaves of a text what can be shown, and kept: PostgreSQL keeps no NUL. */
function Printable(maxLength = Infinity): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.slice(0, maxLength).replaceAll(UNPRINTABLE, '') : value,
  );
}

export class StartUploadDto implements StartUploadRequest {
  @FileName('The file name')
  filename: string;

  @WholeNumber('The size of the file', 1)
  totalSize: number;

  @WholeNumber('The number of chunks', 1)
  totalChunks: number;

  @FileType()
  mimeType: string;
}

/** Of an upload that was begun without a size; nothing of the others. */
export class CloseUploadDto implements CloseUploadRequest {
  @ApiProperty({ required: false })
  @MayBeLeftOut()
  @WholeNumber('The size of the file', 1)
  totalSize?: number;

  @ApiProperty({ required: false })
  @MayBeLeftOut()
  @WholeNumber('The number of chunks', 1, CHUNKS_MAX)
  totalChunks?: number;
}

/** Text fields beside the file part `chunk`. Those that only repeat what the session knows may be left out. */
export class ChunkFieldsDto {
  @IsString({ message: 'The upload is required.' })
  uploadId: string;

  @WholeNumber('The number of the chunk')
  chunkIndex: number;

  @MayBeLeftOut()
  @WholeNumber('The number of chunks', 1)
  totalChunks?: number;

  @MayBeLeftOut()
  @WholeNumber('The size of the file', 1)
  totalSize?: number;

  @MayBeLeftOut()
  @WholeNumber('The length of the recording')
  recordedMs?: number;
}
