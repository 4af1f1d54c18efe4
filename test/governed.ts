import assert from 'node:assert/strict'
import { register } from './governed-registers.ts'
import type { Probata } from './system.ts'

const reason = 'rows of every kind for a test'

/** Creates, changes and unlinks records of the governance families, as people do. */
export const govern = async (p: Probata, cookie: string): Promise<void> => {
  const must = async (status: number, method: string, path: string, body: object = {}) => {
    const response = await p.call(method, `/api/workspace${path}`, { cookie, body: { ...body, reason } })
    assert.equal(response.status, status, `${method} ${path}: ${response.text}`)
    return response.body
  }
  const read = async (path: string) => (await p.call('GET', `/api/workspace${path}`, { cookie })).body
  const clauses = ['1', '2', '3'].map(clauseKey => ({ clauseKey, title: clauseKey }))
  const { id } = await must(201, 'POST', '/frameworks', { frameworkKey: 'FW', title: 'A framework' })
  await must(200, 'POST', `/frameworks/${id}/clauses`, { clauses, withControls: true })
  await must(200, 'POST', `/frameworks/${id}/clauses`, { clauses: clauses.slice(0, 2) })
  await must(200, 'PATCH', `/frameworks/${id}`, { status: 'active' })
  const [first, second] = (await read(`/frameworks/${id}/clauses`)).clauses
  await must(200, 'PATCH', `/clauses/${first.id}`, { justification: 'It is done here.' })
  const [control, otherControl] = (await read('/controls')).controls
  await must(201, 'POST', `/clauses/${second.id}/controls`, { controlId: control.id, extent: 'partial' })
  await must(201, 'POST', `/clauses/${first.id}/controls`, { controlId: control.id, extent: 'partial' })
  await must(204, 'DELETE', `/clauses/${first.id}/controls/${control.id}`)
  await must(200, 'PATCH', `/controls/${otherControl.id}`, { title: 'Another title' })
  const [requirement, unused] = (await read('/evidence-requirements')).requirements
  const linked = `/controls/${control.id}/requirements`
  for (const { id: evidenceRequirementId } of [requirement, unused])
    await must(201, 'POST', linked, { evidenceRequirementId })
  await must(204, 'DELETE', `${linked}/${unused.id}`)
  const channels = { bell: true, mail: 'digest' }
  await must(200, 'PUT', '/notification-defaults/assigned', channels)
  const own = await p.call('PUT', '/api/workspace/account/notifications/assigned', { cookie, body: channels })
  assert.equal(own.status, 200, own.text)
  await register(p, cookie)
}
