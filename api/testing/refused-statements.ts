import { AbstractLogger } from 'typeorm';
import type { TestApp } from './test-app.js';

/** Every statement that PostgreSQL refuses from now on: it writes them into its log, with what they hold of people. */
export function noteRefusedStatements({ dataSource }: Pick<TestApp, 'dataSource'>): string[] {
  const refused: string[] = [];
  dataSource.setOptions({ logging: ['error'], logger: new RefusedStatements(refused) });
  return refused;
}

class RefusedStatements extends AbstractLogger {
  constructor(private readonly refused: string[]) {
    super(['error']);
  }

  override logQueryError(_error: string | Error, query: string): void {
    this.refused.push(query);
  }

  protected override writeLog(): void {
    // Only what was refused is of interest.
  }
}
