import type { Check } from '#api/check.ts'
import { rows, statement } from '#db/statement.ts'
import { second } from '#lib/clock.ts'

const lookAround = statement(
  'look_at_database',
  {},
  `select current_setting('server_version') as version, clock_timestamp() as now,
          pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as read_only`,
  rows<{ version: string; now: Date; read_only: boolean }>,
)

/** What leases and time-based codes bear. */
const apart = 5 * second

/** Whether the database answers, can be written to, and has the time of this machine. */
export const databaseCheck: Check = {
  name: 'database',
  async *look({ db, clock }) {
    const before = clock.now()
    const [found] = await db.readInstall(lookAround, {})
    if (!found) throw new Error('the database does not answer')
    const took = clock.now() - before
    const away = found.now.getTime() - (before + took / 2)
    yield { what: 'answer', good: true, says: `PostgreSQL ${found.version}, within ${Math.ceil(took)} ms` }
    yield found.read_only
      ? { what: 'writing', good: false, says: 'it is a standby, or read-only; DATABASE_URL has to name the primary' }
      : { what: 'writing', good: true, says: 'it takes changes' }
    yield Math.abs(away) > apart + took
      ? {
          what: 'clock',
          good: false,
          says: `${Math.round(away / second)} s apart from this machine; synchronise both with NTP`,
        }
      : { what: 'clock', good: true, says: 'that of this machine' }
  },
}
