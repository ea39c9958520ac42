import path from 'node:path';
import { type Environment, stateDirOf } from './load-config.js';
import { readOrCreateSecret } from './secret-file.js';

/**
 * Outside production a staff password that is not set is made once and kept in
 * `STATE_DIR/staff-password`; a real site has to set its own. Where producers have accounts, there is no need of one.
 */
export async function withStaffPassword(environment: Environment, cwd: string): Promise<Environment> {
  const isSet = Boolean(environment.STAFF_PASSWORD?.trim());
  if (isSet || environment.STAFF_ACCOUNTS?.trim() === '1' || environment.NODE_ENV === 'production') return environment;
  const { secret } = await readOrCreateSecret(path.join(stateDirOf(environment, cwd), 'staff-password'));
  return { ...environment, STAFF_PASSWORD: secret };
}
