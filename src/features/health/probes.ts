import { Type } from 'typebox'
import { Rendered } from '#api/answer.ts'
import { reading } from '#api/endpoint.ts'
import { isWell } from '#api/health.ts'

const Status = Type.Object({ status: Type.String() }, { title: 'HealthStatus' })

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

/** Interface section 4.4: can the instance serve traffic; 503 while it drains or can make no change. */
export const ready = reading({
  name: 'getReadiness',
  summary: 'Can the instance serve real traffic',
  tag: 'Health',
  open: { path: '/health/ready' },
  response: Status,
  also: { 503: Status },
  async run(call) {
    if (call.draining()) return new Rendered('{"status":"draining"}', 503)
    if (isWell(await call.health.look())) return { status: 'ok' }
    return new Rendered('{"status":"unavailable"}', 503)
  },
})
