import { IsOptional, IsString, MaxLength } from 'class-validator';
import type { StartUploadRequest } from '../../contract/uploads.js';
import { WholeNumber } from '../../platform/http/whole-number.js';
import { FileName } from './file-name.js';

const MIME_TYPE_MAX_LENGTH = 255;

export class StartUploadDto implements StartUploadRequest {
  @FileName('The file name')
  filename: string;

  @WholeNumber('The size of the file', 1)
  totalSize: number;

  @WholeNumber('The number of chunks', 1)
  totalChunks: number;

  @IsString({ message: 'The type of the file is required.' })
  @MaxLength(MIME_TYPE_MAX_LENGTH)
  mimeType: string;
}

/** Text fields beside the file part `chunk`. Those that only repeat what the session knows may be left out. */
export class ChunkFieldsDto {
  @IsString({ message: 'The upload is required.' })
  uploadId: string;

  @WholeNumber('The number of the chunk')
  chunkIndex: number;

  @IsOptional()
  @WholeNumber('The number of chunks', 1)
  totalChunks?: number;

  @IsOptional()
  @WholeNumber('The size of the file', 1)
  totalSize?: number;
}
