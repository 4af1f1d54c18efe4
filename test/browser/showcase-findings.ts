import { day, iso } from '#lib/clock.ts'
import type { Ask } from './ask.ts'

interface ShowcaseContext {
  readonly ask: Ask
  readonly now: number
  /** The owner of the first finding. */
  readonly ownerId: string
  /** A claim to link to the first finding. */
  readonly claimId: string
}

const inputs = [
  ['TLS 1.0 is offered by the payment gateway', 'high', 'gateway-1'],
  ['Restore test of the ledger is a year old', 'medium', 'ledger-db'],
  ['Default password on the badge printer', 'critical', 'printer-7'],
  ['Two leavers still have an account', 'low', 'directory'],
] as const

/** Creates findings in several statuses. Returns the id of one that is in progress and has proof. */
export const recordFindings = async ({ ask, now, ownerId, claimId }: ShowcaseContext): Promise<string> => {
  const ids: string[] = []
  for (const [title, severity, subjectResourceId] of inputs) {
    const subject = { subjectModuleKey: 'assets', subjectResourceType: 'host', subjectResourceId }
    ids.push((await ask(201, 'POST', '/findings', { title, severity, ...subject })).id)
  }
  const [workedOnId = '', overdueId, accepted, invalidated] = ids
  await ask(200, 'PATCH', `/findings/${workedOnId}`, { ownerId, description: 'Seen from outside.' })
  await ask(200, 'POST', `/findings/${workedOnId}/start`)
  await ask(201, 'POST', `/findings/${workedOnId}/claims`, { claimId })
  await ask(200, 'PATCH', `/findings/${overdueId}`, { dueAt: iso(now - 3 * day) })
  await ask(200, 'POST', `/findings/${accepted}/accept`, { until: iso(now + 30 * day) })
  await ask(200, 'POST', `/findings/${invalidated}/invalidate`)
  return workedOnId
}
