import { day, iso } from '#lib/clock.ts'
import type { Ask } from './ask.ts'

/** The people: an administrator, a contributor and a reviewer, with the ids of the first two, and the current time. */
interface Actors {
  readonly ada: Ask
  readonly carlo: Ask
  readonly rita: Ask
  readonly adaId: string
  readonly carloId: string
  readonly now: number
}

const clauses = [
  ['5.1', 'Policies for information security', 'Policies are defined, approved by management and reviewed.'],
  ['5.15', 'Access control', 'Rules for access are established by business and security requirements.'],
  ['8.13', 'Information backup', 'Copies are kept and tested regularly.'],
] as const

const rating = { likelihood: 4, impact: 5, treatment: 'mitigate', residualLikelihood: 2, residualImpact: 4 }

const risks = [
  ['R-01', 'Ransomware reaches the backups', 'treated'],
  ['R-02', 'A critical supplier fails', 'accepted'],
  ['R-03', 'Key people leave', 'assessed'],
  ['R-04', 'Fire in the data centre', 'identified'],
] as const

const assessments = [
  ['planned', 'ISO-2027', 'Internal audit of annex A, 2027'],
  ['in_review', 'ISO-2025', 'Internal audit of annex A, 2025'],
  ['in_progress', 'ISO-2026', 'Internal audit of annex A, 2026'],
] as const

const steps = ['assessed', 'treated', 'accepted']

/** Creates risks and assessments in each of their states; returns their ids, by status. */
export const governRisks = async ({ ada, carlo, rita, adaId, carloId, now }: Actors) => {
  const { id: controlId } = await ada(201, 'POST', '/controls', {
    controlKey: 'BKP-OFFLINE',
    title: 'An offline copy of every backup',
    status: 'active',
  })
  const risk: Record<string, string> = {}
  for (const [riskKey, title, status] of risks) {
    const reviewDueAt = iso(now + 60 * day)
    const { id } = await carlo(201, 'POST', '/risks', { riskKey, title, ...rating, ownerId: carloId, reviewDueAt })
    await carlo(201, 'POST', `/risks/${id}/controls`, { controlId })
    for (const step of steps.slice(0, steps.indexOf(status) + 1))
      if (step === 'accepted') await rita(200, 'POST', `/risks/${id}/accept`)
      else await carlo(200, 'PATCH', `/risks/${id}`, { status: step })
    risk[status] = id
  }

  const { id: frameworkId } = await ada(201, 'POST', '/frameworks', {
    frameworkKey: 'ISO27001-A',
    title: 'ISO 27001, annex A',
    version: '2022',
    status: 'active',
  })
  const clauseInputs = clauses.map(([clauseKey, title, text]) => ({ clauseKey, title, text }))
  await ada(200, 'POST', `/frameworks/${frameworkId}/clauses`, { clauses: clauseInputs })
  const { clauses: clauseRecords } = await ada(200, 'GET', `/frameworks/${frameworkId}/clauses`)
  const assessment: Record<string, string> = {}
  for (const [status, assessmentKey, title] of assessments) {
    const { id } = await ada(201, 'POST', '/assessments', {
      assessmentKey,
      title,
      frameworkId,
      periodFrom: iso(now - 300 * day),
      periodUntil: iso(now),
      dueAt: iso(now + 30 * day),
      assessorId: carloId,
      assigneeIds: status === 'in_progress' ? [adaId] : [],
      external: status === 'in_review',
    })
    assessment[status] = id
    if (status === 'planned') continue
    await carlo(200, 'POST', `/assessments/${id}/start`)
    for (const { id: clauseId } of status === 'in_review' ? clauseRecords : clauseRecords.slice(0, 1))
      await carlo(200, 'POST', `/assessments/${id}/answers`, {
        clauseId,
        result: 'observation',
        note: 'Reviewed, though later than planned.',
      })
    if (status === 'in_review') await carlo(200, 'POST', `/assessments/${id}/submit`)
  }
  return { risk, assessment }
}
