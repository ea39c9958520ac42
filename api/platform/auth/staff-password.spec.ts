import { AppConfig } from '../config/app-config.js';
import { StaffPassword } from './staff-password.js';

const RIGHT = 'correct horse battery staple';

describe('the staff password', () => {
  let password: StaffPassword;
  beforeEach(async () => {
    password = new StaffPassword(
      Object.assign(Object.create(AppConfig.prototype) as AppConfig, { staffPassword: RIGHT }),
    );
    await password.onModuleInit();
  });

  it.each(['', 'wrong', `${RIGHT} `, RIGHT.slice(1), RIGHT.toUpperCase()])('is not %j', async (guess) => {
    expect(await password.matches(guess)).toBe(false);
    expect(password.isVerified(guess)).toBe(false);
  });

  it('is known at once after it was found right, and no other is', async () => {
    expect(password.isVerified(RIGHT)).toBe(false);
    expect(await password.matches(RIGHT)).toBe(true);
    expect(password.isVerified(RIGHT)).toBe(true);
    expect(password.isVerified('wrong')).toBe(false);
  });

  it('stays known after a wrong one', async () => {
    await password.matches(RIGHT);
    expect(await password.matches('wrong')).toBe(false);
    expect([password.isVerified(RIGHT), password.isVerified('wrong')]).toEqual([true, false]);
  });
});
