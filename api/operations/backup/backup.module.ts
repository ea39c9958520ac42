import { Module } from '@nestjs/common';
import { BackupRecordRepository } from './backup-record.repository.js';
import { BackupHealth } from './backup.health.js';
import { RestorePointSweeper } from './restore-point-sweeper.js';

@Module({ providers: [RestorePointSweeper, BackupRecordRepository, BackupHealth], exports: [BackupHealth] })
export class BackupModule {}
