import { Logger } from '@nestjs/common';
import { AppError } from '../../platform/http/app-error.js';
import { toKnownRefusal } from '../../platform/http/known-failures.js';

/** In which it is said that nothing was saved. */
const NO_ROOM = new Set(['out_of_space', 'read_only']);
const logger = new Logger('Withdrawals');

/**
 * Writes into the ledger what the database has kept already.
 * @throws AppError 507 `out_of_space`, 503 `read_only`, both in words that it is done all the same
 */
export async function afterCommit(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const refusal = toKnownRefusal(error);
    if (!refusal || !NO_ROOM.has(refusal.code)) throw error;
    logger.error(error);
    const why = refusal.code === 'out_of_space' ? 'has no space left' : 'cannot save anything at the moment';
    throw new AppError(refusal.status, refusal.code, `The server ${why}. What you asked for is done all the same.`);
  }
}
