import { Type } from 'typebox'
import { Rendered } from '#api/answer.ts'
import { reading } from '#api/endpoint.ts'
import { statement } from '#db/statement.ts'
import { second } from '#lib/clock.ts'

const Status = Type.Object({ status: Type.String() }, { title: 'HealthStatus' })

const ping = statement<{ one: number }>('ping', 'select 1 as one')

/** Interface section 4.4: is the process responsive. Never touches the database. */
export const live = reading({
  name: 'getLiveness',
  summary: 'Is the process responsive',
  tag: 'Health',
  open: { path: '/health/live' },
  response: Status,
  async run() {
    return { status: 'ok' }
  },
})

/** Interface section 4.4: can the instance serve traffic; 503 while it drains or cannot reach the database. */
export const ready = reading({
  name: 'getReadiness',
  summary: 'Can the instance serve real traffic',
  tag: 'Health',
  open: { path: '/health/ready' },
  response: Status,
  also: { 503: Status },
  async run(call) {
    if (call.draining()) return new Rendered('{"status":"draining"}', 503)
    const tooLate = AbortSignal.timeout(2 * second)
    const timeout = new Promise<never>((_resolve, reject) => {
      tooLate.addEventListener('abort', () => reject(tooLate.reason), { once: true })
    })
    try {
      await Promise.race([call.db.readInstall(ping, []), timeout])
      return { status: 'ok' }
    } catch {
      return new Rendered('{"status":"unavailable"}', 503)
    }
  },
})
