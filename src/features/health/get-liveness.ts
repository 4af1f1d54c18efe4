import { readEndpoint } from '#http/endpoint.ts'
import { HealthStatus } from './health-status.ts'

/** Reports whether the process is responsive, without using the database. */
export const getLiveness = readEndpoint({
  name: 'getLiveness',
  summary: 'Check that the process is responsive',
  tag: 'Health',
  open: { path: '/health/live' },
  response: HealthStatus,
  async run() {
    return { status: 'ok' }
  },
})
