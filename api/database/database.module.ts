import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { type DatabaseConnection, dataSourceOptions } from './data-source.js';

/** One pool of connections for the whole application; each feature module registers its own entities. */
@Module({})
export class DatabaseModule {
  static register(connection: DatabaseConnection): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [TypeOrmModule.forRoot({ ...dataSourceOptions(connection), autoLoadEntities: true, retryAttempts: 1 })],
    };
  }
}
