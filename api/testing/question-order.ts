import type { DataSource } from 'typeorm';

/** Does `work` while these two questions stand in each other's place. */
export async function swapQuestions(
  dataSource: DataSource,
  ids: [number, number],
  work: () => Promise<unknown>,
): Promise<void> {
  await swap(dataSource, ids);
  try {
    await work();
  } finally {
    await swap(dataSource, ids);
  }
}

/** In two statements: of two questions none may have the same place, not even within one. */
async function swap(dataSource: DataSource, ids: [number, number]): Promise<void> {
  await dataSource.transaction(async (transaction) => {
    await transaction.query('UPDATE question SET sequence = -sequence WHERE id = ANY($1::int[])', [ids]);
    await transaction.query(
      `UPDATE question q SET sequence = -o.sequence FROM question o
       WHERE q.id <> o.id AND q.id = ANY($1::int[]) AND o.id = ANY($1::int[])`,
      [ids],
    );
  });
}
