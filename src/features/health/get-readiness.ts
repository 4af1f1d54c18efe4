import { readEndpoint } from '#http/endpoint.ts'
import { isHealthy } from '#http/health.ts'
import { Rendered } from '#http/rendered.ts'
import { HealthStatus } from './health-status.ts'

/** Reports whether the instance can serve traffic. Returns 503 while it drains or cannot make changes. */
export const getReadiness = readEndpoint({
  name: 'getReadiness',
  summary: 'Check that the instance can serve traffic',
  tag: 'Health',
  open: { path: '/health/ready' },
  response: HealthStatus,
  also: { 503: HealthStatus },
  async run(call) {
    if (call.draining()) return new Rendered('{"status":"draining"}', 503)
    if (isHealthy(await call.health.check())) return { status: 'ok' }
    return new Rendered('{"status":"unavailable"}', 503)
  },
})
