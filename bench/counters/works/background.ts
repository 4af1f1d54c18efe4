import { type CountersLab, reason, workspaceApi } from '#bench/counters/lab.ts'
import { type Work, withoutAnswer } from '#bench/counters/work.ts'
import { jobs } from '#src/features.ts'
import { createClaim } from './evidence.ts'

// These webhooks subscribe to an event that no other work causes.
const webhooks = new WeakMap<CountersLab, Promise<unknown>>()

const subscribe = (lab: CountersLab): Promise<unknown> => {
  const existing = webhooks.get(lab)
  if (existing) return existing
  const created = lab.serviceAccount.ask({
    path: '/api/v1/webhooks',
    body: { url: lab.receiver.url, events: ['evidence.claim.rejected'], description: 'counted', reason },
    headers: { 'idempotency-key': 'counted-webhook' },
  })
  webhooks.set(lab, created)
  return created
}

const idle: readonly Work[] = jobs.map(({ name }) => ({
  name: `job ${name}, nothing to do`,
  times: 2,
  prepare: ({ p }) => withoutAnswer(() => p.system.runJob(name)),
}))

/** The work after a request: delivery, sealing, exports, and each job with nothing to do. */
export const backgroundWorks: readonly Work[] = [
  {
    name: 'deliver an event to one webhook',
    times: 1,
    async prepare(lab) {
      await subscribe(lab)
      await lab.p.system.delivery.drain()
      const path = `${workspaceApi}/claims/${await createClaim(lab)}`
      const { reviewedDigest } = (await lab.person.ask({ path })).body
      await lab.person.send({ path: `${path}/reject`, body: { reason, reviewedDigest } })
      return withoutAnswer(() => lab.p.system.delivery.drain())
    },
  },
  {
    name: 'seal 50 rows',
    times: 1,
    async prepare(lab) {
      await lab.p.system.runJob('seal-ledger')
      for (let i = 0; i < 50; i++) await createClaim(lab)
      return withoutAnswer(() => lab.p.system.runJob('seal-ledger'))
    },
  },
  ...idle,
]
