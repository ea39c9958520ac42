import { DataSource, type EntityMetadata } from 'typeorm';
import { createTestApp, type TestApp } from '../../testing/test-app.js';

interface Column {
  name: string;
  type: string;
  isNullable: boolean;
}

/** Names that PostgreSQL's catalogue gives to the types that entities are declared with. */
const CATALOGUE_TYPES: Record<string, string> = { timestamptz: 'timestamp with time zone', int: 'integer' };

const byName = (a: Column, b: Column) => a.name.localeCompare(b.name);

function mappedColumns(entity: EntityMetadata, dataSource: DataSource): Column[] {
  return entity.columns
    .filter(({ isVirtualProperty }) => !isVirtualProperty)
    .map((column) => {
      const type = dataSource.driver.normalizeType(column);
      const inCatalogue = CATALOGUE_TYPES[type] ?? type;
      return {
        name: column.databaseName,
        type: column.isArray ? `${inCatalogue}[]` : inCatalogue,
        isNullable: column.isNullable,
      };
    })
    .toSorted(byName);
}

async function tableColumns(entity: EntityMetadata, dataSource: DataSource): Promise<Column[]> {
  const rows = await dataSource.query<Column[]>(
    `SELECT column_name AS "name", is_nullable = 'YES' AS "isNullable",
       CASE data_type WHEN 'ARRAY' THEN substr(udt_name, 2) || '[]' ELSE data_type END AS "type"
     FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1`,
    [entity.tableName],
  );
  return rows.toSorted(byName);
}

describe('schema', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await createTestApp();
  });
  afterAll(() => testApp.close());

  it('has exactly the columns that the entities map', async () => {
    const { dataSource } = testApp;
    expect(dataSource.entityMetadatas.length).toBeGreaterThan(0);
    for (const entity of dataSource.entityMetadatas) {
      const mapped = { table: entity.tableName, columns: mappedColumns(entity, dataSource) };
      expect(mapped).toEqual({ table: entity.tableName, columns: await tableColumns(entity, dataSource) });
    }
  });
});
