import assert from 'node:assert/strict'
import type { Probata } from './system.ts'

const reason = 'rows of every kind for a test'

const moment = '2099-12-31T00:00:00.000Z'

/**
 * The registers, each with the fields of its records besides key and title, and the register to which a field refers.
 */
const registers: readonly (readonly [path: string, key: string, more?: object, field?: string, to?: string])[] = [
  ['exceptions', 'exceptionKey', { expiresAt: moment }, 'controlId', 'controls'],
  ['monitoring-definitions', 'monitoringDefinitionKey'],
  ['monitoring-runs', 'monitoringRunKey', {}, 'definitionId', 'monitoring-definitions'],
  ['monitoring-result-items', 'monitoringResultItemKey', {}, 'runId', 'monitoring-runs'],
  ['indicator-definitions', 'indicatorDefinitionKey', { unit: '%' }],
  [
    'indicator-measurements',
    'indicatorMeasurementKey',
    { value: 99.5, measuredAt: moment },
    'indicatorId',
    'indicator-definitions',
  ],
  ['assets', 'assetKey'],
  [
    'party-engagements',
    'partyEngagementKey',
    { party: 'Northgate Vaults', criticality: 'high', lei: '5493001KJTIIGC8Y1R12' },
  ],
  ['due-diligence-reviews', 'dueDiligenceReviewKey', { reviewDueAt: moment }, 'partyEngagementId', 'party-engagements'],
  ['right-to-audit-records', 'rightToAuditRecordKey', {}, 'partyEngagementId', 'party-engagements'],
  ['change-records', 'changeRecordKey', {}, 'assetId', 'assets'],
  ['vulnerabilities', 'vulnerabilityKey', {}, 'assetId', 'assets'],
]

/** Creates and changes a record of each plain family, from existing controls. Returns their ids by path. */
export const register = async (p: Probata, cookie: string): Promise<Readonly<Record<string, string>>> => {
  const must = async (status: number, method: string, path: string, body?: object) => {
    const response = await p.call(method, `/api/workspace/${path}`, {
      cookie,
      ...(body && { body: { ...body, reason } }),
    })
    assert.equal(response.status, status, `${method} ${path}: ${response.text}`)
    return response.body
  }
  const [control] = (await must(200, 'GET', 'controls')).controls
  const ids: Record<string, string> = { controls: control.id }
  for (const [path, key, more, field, to] of registers) {
    const reference = field && to ? { [field]: ids[to] } : {}
    const { id } = await must(201, 'POST', path, { [key]: 'R-1', title: 'A record', ...more, ...reference })
    await must(200, 'PATCH', `${path}/${id}`, { status: 'active', title: 'Another title' })
    ids[path] = id
  }
  return ids
}
