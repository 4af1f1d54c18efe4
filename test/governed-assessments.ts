import assert from 'node:assert/strict'
import type { Probata } from './system.ts'

const reason = 'rows of every kind for a test'

/**
 * Creates, changes, links, accepts and completes risks and assessments, in a workspace with a framework and two
 * controls. An administrator performs all but the last steps; a second person decides.
 */
export const assess = async (p: Probata, admin: string, decider: string): Promise<void> => {
  const must = async (status: number, method: string, path: string, body: object = {}, cookie = admin) => {
    const response = await p.call(method, `/api/workspace${path}`, { cookie, body: { ...body, reason } })
    assert.equal(response.status, status, `${method} ${path}: ${response.text}`)
    return response.body
  }
  const read = async (path: string) => (await p.call('GET', `/api/workspace${path}`, { cookie: admin })).body
  const { person } = await read('/session')
  const [control, otherControl] = (await read('/controls')).controls

  const rating = {
    ownerId: person.id,
    likelihood: 4,
    impact: 5,
    treatment: 'mitigate',
    residualLikelihood: 1,
    residualImpact: 2,
  }
  for (const riskKey of ['OPEN', 'ACCEPTED']) {
    const { id } = await must(201, 'POST', '/risks', { riskKey, title: 'A risk', reviewDueAt: '2027-01-01T00:00:00Z' })
    await must(200, 'PATCH', `/risks/${id}`, { ...rating, status: 'assessed' })
    for (const controlId of [control.id, otherControl.id])
      await must(201, 'POST', `/risks/${id}/controls`, { controlId })
    await must(204, 'DELETE', `/risks/${id}/controls/${otherControl.id}`)
    await must(200, 'PATCH', `/risks/${id}`, { status: 'treated' })
    await must(200, 'POST', `/risks/${id}/accept`, {}, decider)
    if (riskKey === 'OPEN') await must(200, 'PATCH', `/risks/${id}`, { status: 'assessed' })
  }

  const [framework] = (await read('/frameworks')).frameworks
  const clauses: { id: string }[] = (await read(`/frameworks/${framework.id}/clauses`)).clauses
  const [claim] = (await read('/claims')).claims
  const plan = {
    title: 'An assessment',
    frameworkId: framework.id,
    periodFrom: '2026-01-01T00:00:00Z',
    periodUntil: '2026-12-31T00:00:00Z',
  }
  for (const assessmentKey of ['UNDER-WAY', 'COMPLETED', 'CANCELLED']) {
    const { id } = await must(201, 'POST', '/assessments', { ...plan, assessmentKey, assessorId: person.id })
    await must(200, 'PATCH', `/assessments/${id}`, { title: 'Another title' })
    await must(200, 'POST', `/assessments/${id}/start`)
    for (const { id: clauseId } of clauses)
      for (const result of ['minor', 'conforms'])
        await must(200, 'POST', `/assessments/${id}/answers`, { clauseId, result, note: result, claimIds: [claim.id] })
    await must(200, 'POST', `/assessments/${id}/submit`)
    if (assessmentKey === 'COMPLETED') await must(200, 'POST', `/assessments/${id}/complete`, {}, decider)
    else await must(200, 'POST', `/assessments/${id}/${assessmentKey === 'CANCELLED' ? 'cancel' : 'return'}`)
  }
}
