import { IsIn } from 'class-validator';
import { PICTURE_SIZES, type PictureSize } from '../../contract/people/photos.js';
import { MayBeLeftOut } from '../../platform/http/may-be-left-out.js';

/** Which size of a picture is asked for. */
export class PictureQueryDto {
  @IsIn(PICTURE_SIZES, { message: `The size is one of ${PICTURE_SIZES.join(', ')}.` })
  @MayBeLeftOut()
  size: PictureSize = 'large';
}
