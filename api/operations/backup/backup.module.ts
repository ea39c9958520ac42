import { Module } from '@nestjs/common';
import { RestorePointSweeper } from './restore-point-sweeper.js';

@Module({ providers: [RestorePointSweeper] })
export class BackupModule {}
