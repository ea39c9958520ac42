import { DESCRIPTION_MAX_LENGTH } from '../../contract/common/limits.js';
import type { AddPhotoRequest } from '../../contract/people/photos.js';
import { PlainText } from '../../platform/http/plain-text.js';
import { FileName, UploadId } from '../../media/uploads/uploads.dto.js';
import { MayBeLeftOut } from '../../platform/http/may-be-left-out.js';

/** Fields beside `imageData`. What a client says of type and size is not looked at. */
export class AddPhotoDto implements Omit<AddPhotoRequest, 'imageData'> {
  @FileName('The name of the picture')
  originalName: string;

  @UploadId()
  uploadId?: string;

  @MayBeLeftOut()
  @FileName('The file name')
  filename?: string;

  @MayBeLeftOut()
  @PlainText('The description', DESCRIPTION_MAX_LENGTH)
  description?: string;
}
