import { ApiProperty } from '@nestjs/swagger';
import type { AddWordsRequest, MakeHelperLinkRequest, OpenHelpRequest } from '../../contract/people/helpers.js';
import { HELPER_NAME_MAX_LENGTH, WRITTEN_ANSWER_MAX_LENGTH } from '../../contract/common/limits.js';
import { PrintableLine } from '../../platform/http/printable-text.js';
import { PlainText } from '../../platform/http/plain-text.js';
import { WholeNumber } from '../../platform/http/whole-number.js';
import { LinkToken } from '../../platform/http/link-token.js';
import { MayBeLeftOut } from '../../platform/http/may-be-left-out.js';

export class MakeHelperLinkDto implements MakeHelperLinkRequest {
  @MayBeLeftOut()
  @PrintableLine('The name', HELPER_NAME_MAX_LENGTH, { required: false })
  name?: string;
}

export class OpenHelpDto implements OpenHelpRequest {
  @ApiProperty({ type: String })
  @LinkToken()
  token: string;
}

export class AddWordsDto implements AddWordsRequest {
  @WholeNumber('The number of the question')
  questionId: number;

  @ApiProperty({ maxLength: WRITTEN_ANSWER_MAX_LENGTH })
  @PlainText('The answer', WRITTEN_ANSWER_MAX_LENGTH)
  text: string;
}
