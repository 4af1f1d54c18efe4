import pg from 'pg'
import type { Probata } from './system.ts'

/** Runs a function while the lock that `lock` acquires is held. */
export const locked = async <T>(
  { connection }: Pick<Probata, 'connection'>,
  lock: string,
  work: () => Promise<T>,
): Promise<T> => {
  const holder = new pg.Client(connection)
  await holder.connect()
  await holder.query('begin')
  await holder.query(lock)
  return work().finally(() => holder.end())
}
