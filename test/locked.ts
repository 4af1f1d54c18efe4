import pg from 'pg'
import { type ApiResponse, type Probata, untilBlocked } from './system.ts'

/** Runs `work` while another connection holds the lock that the statement `lock` acquires. */
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

/**
 * Sends two requests that have to wait for the lock that the statement `lock` acquires. Sends the second one when the
 * first one waits. Then releases the lock, so that the first request acts before the second. Returns both responses.
 */
export const inTurn = async (
  p: Pick<Probata, 'connection' | 'sql'>,
  lock: string,
  first: () => Promise<ApiResponse>,
  second: () => Promise<ApiResponse>,
): Promise<[ApiResponse, ApiResponse]> => {
  const [firstResponse, secondResponse] = await locked(p, lock, async () => {
    const firstResponse = first()
    await untilBlocked(p, 1)
    const secondResponse = second()
    await untilBlocked(p, 2)
    return [firstResponse, secondResponse] as const
  })
  return Promise.all([firstResponse, secondResponse])
}
