import { NAME_MAX_LENGTH } from '../../contract/limits.js';
import type { DiscardUnclaimedRequest } from '../../contract/participants.js';
import { PrintableLine } from '../../platform/http/printable-text.js';

export class DiscardUnclaimedDto implements DiscardUnclaimedRequest {
  @PrintableLine('First name', NAME_MAX_LENGTH)
  firstName: string;

  @PrintableLine('Last name', NAME_MAX_LENGTH)
  lastName: string;
}
