import type { Transaction } from '#db/database.ts'
import type { Statement } from '#db/statement.ts'

/**
 * Locks rows with one statement and reads with the next, in one round trip. In a single statement that waits for a row,
 * PostgreSQL rereads only that row; joined and counted rows would date from before the wait.
 */
export const readLocked = <Row, Values>(
  tx: Pick<Transaction, 'query' | 'write'>,
  lock: Statement<unknown, NoInfer<Values>>,
  read: Statement<Row, Values>,
  values: NoInfer<Values>,
): Promise<Row[]> => {
  tx.write(lock, values)
  return tx.query(read, values)
}
