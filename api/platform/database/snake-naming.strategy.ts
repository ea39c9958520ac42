import { DefaultNamingStrategy } from 'typeorm';

/** `createdAt` in entities is `created_at` in the database; tables are named by their entities. */
export class SnakeNamingStrategy extends DefaultNamingStrategy {
  override tableName(className: string, given: string | undefined): string {
    return given ?? snakeCase(className);
  }

  override columnName(property: string, given: string | undefined, prefixes: string[]): string {
    return snakeCase([...prefixes, given ?? property].join('_'));
  }

  override relationName(property: string): string {
    return snakeCase(property);
  }

  override joinColumnName(relation: string, referencedColumn: string): string {
    return snakeCase(`${relation}_${referencedColumn}`);
  }

  override joinTableName(firstTable: string, secondTable: string, firstProperty: string): string {
    return snakeCase(`${firstTable}_${firstProperty}_${secondTable}`);
  }

  override joinTableColumnName(table: string, property: string, column?: string): string {
    return snakeCase(`${table}_${column ?? property}`);
  }
}

function snakeCase(name: string): string {
  return name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
}
