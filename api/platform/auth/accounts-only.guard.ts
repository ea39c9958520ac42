import { type CanActivate, Injectable } from '@nestjs/common';
import { AppConfig } from '../config/app-config.js';
import { AppError } from '../http/app-error.js';

/** Where producers share a password, there are no routes of accounts. */
@Injectable()
export class AccountsOnlyGuard implements CanActivate {
  constructor(private readonly config: AppConfig) {}

  canActivate(): boolean {
    if (this.config.staffAccounts) return true;
    throw new AppError(404, 'no_accounts', 'Producers have no accounts here.');
  }
}
