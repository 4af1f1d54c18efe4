import pg from 'pg'
import { type Answer, type Probata, untilBlocked } from './system.ts'

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

/**
 * Sends two requests that wait for the lock that `lock` acquires, the second once the first waits. Releases it then, so
 * that the first acts before the second. Returns their responses.
 */
export const inTurn = async (
  p: Pick<Probata, 'connection' | 'sql'>,
  lock: string,
  first: () => Promise<Answer>,
  second: () => Promise<Answer>,
): Promise<[Answer, Answer]> => {
  const [one, other] = await locked(p, lock, async () => {
    const one = first()
    await untilBlocked(p, 1)
    const other = second()
    await untilBlocked(p, 2)
    return [one, other] as const
  })
  return Promise.all([one, other])
}
