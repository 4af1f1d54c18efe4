import type { FindingsClient } from './findings-client.ts'
import type { Probata } from './system.ts'

/** A notification as its recipient sees it. */
export interface SeenNotification {
  readonly id: string
  readonly kind: string
  readonly step: string
  readonly recordId: string
  readonly title: string | null
  readonly about: { readonly name: string } | null
  readonly more: number | null
  readonly dueAt: string | null
  readonly daysLeft: number | null
  readonly readAt: string | null
}

/** Reads the notifications of a workspace's people after the job has run. */
export const createBells = (p: Pick<Probata, 'system' | 'clock'>, client: Pick<FindingsClient, 'get' | 'must'>) => {
  const list = async (person: string, query = ''): Promise<SeenNotification[]> => {
    const all: SeenNotification[] = []
    for (let cursor = ''; ; ) {
      const { notifications, pagination } = await client.get(person, `/notifications?limit=50${query}${cursor}`)
      all.push(...notifications)
      if (!pagination.nextCursor) return all
      cursor = `&cursor=${pagination.nextCursor}`
    }
  }
  const run = () => p.system.runJob('notify-people')
  return {
    list,
    run,
    /** Returns the kinds and steps of the person's notifications about a record, newest first. */
    async about(person: string, recordId: string): Promise<string[]> {
      return (await list(person)).filter(one => one.recordId === recordId).map(({ kind, step }) => `${kind} ${step}`)
    },
    /** Moves the clock to a time, and runs the job. */
    async at(time: number): Promise<void> {
      p.clock.set(time)
      await run()
    },
    unread: async (person: string): Promise<number> => (await client.get(person, '/notifications/unread')).count,
  }
}
