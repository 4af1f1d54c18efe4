import { Rendered } from '#http/answer.ts'
import { reading } from '#http/endpoint.ts'
import { isWell } from '#http/health.ts'
import { HealthStatus } from './health-status.ts'

/** Reports whether the instance can serve traffic. Returns 503 while it drains or cannot make changes. */
export const getReadiness = reading({
  name: 'getReadiness',
  summary: 'Check that the instance can serve traffic',
  tag: 'Health',
  open: { path: '/health/ready' },
  response: HealthStatus,
  also: { 503: HealthStatus },
  async run(call) {
    if (call.draining()) return new Rendered('{"status":"draining"}', 503)
    if (isWell(await call.health.look())) return { status: 'ok' }
    return new Rendered('{"status":"unavailable"}', 503)
  },
})
