import { day, iso } from '#lib/clock.ts'
import type { Act } from '#src/features/samples/act.ts'
import type { Cast } from './cast.ts'
import type { StoryWords } from './words.ts'

const findings = [
  { name: 'tls', severity: 'high', subjectResourceId: 'gateway-1', days: 3 },
  { name: 'account', severity: 'medium', subjectResourceId: 'directory', days: 14 },
  { name: 'certificate', severity: 'low', subjectResourceId: 'portal', days: 60 },
] as const

const risks = [
  { riskKey: 'R-1', name: 'provider' },
  { riskKey: 'R-2', name: 'backups' },
] as const

/** Creates risks and findings, and starts work on one finding. */
export const tellDefects = async (
  act: Act,
  { carl }: Cast,
  { findings: titles, risks: riskTitles }: StoryWords,
  now: number,
): Promise<void> => {
  const ids: string[] = []
  for (const { days, name, ...finding } of findings) {
    const subject = { subjectModuleKey: 'external', subjectResourceType: 'host' }
    const body = { ...finding, ...subject, title: titles[name], ownerId: carl.id, dueAt: iso(now + days * day) }
    ids.push((await act(carl, 'createFinding', { body })).id)
  }
  const [first] = ids
  if (first !== undefined) await act(carl, 'startFinding', { params: { findingId: first } })
  for (const { riskKey, name } of risks)
    await act(carl, 'createRisk', { body: { riskKey, title: riskTitles[name], ownerId: carl.id } })
}
