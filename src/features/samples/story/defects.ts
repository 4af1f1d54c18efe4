import { day, iso } from '#lib/clock.ts'
import type { Act } from '#src/features/samples/act.ts'
import type { Cast } from './cast.ts'

const findings = [
  { title: 'A server still accepts TLS 1.0', severity: 'high', subjectResourceId: 'gateway-1', days: 3 },
  { title: 'A former employee has an account', severity: 'medium', subjectResourceId: 'directory', days: 14 },
  { title: 'A certificate ends this quarter', severity: 'low', subjectResourceId: 'portal', days: 60 },
]

const risks = [
  { riskKey: 'R-1', title: 'A provider of the core banking system fails' },
  { riskKey: 'R-2', title: 'Backups cannot be restored in time' },
]

/** Findings, of which one is being worked on, and risks. */
export const tellDefects = async (act: Act, { carl }: Cast, now: number): Promise<void> => {
  const ids: string[] = []
  for (const { days, ...finding } of findings) {
    const subject = { subjectModuleKey: 'external', subjectResourceType: 'host' }
    const body = { ...finding, ...subject, ownerId: carl.id, dueAt: iso(now + days * day) }
    ids.push((await act(carl, 'createFinding', { body })).id)
  }
  const [first] = ids
  if (first !== undefined) await act(carl, 'startFinding', { params: { findingId: first } })
  for (const risk of risks) await act(carl, 'createRisk', { body: { ...risk, ownerId: carl.id } })
}
