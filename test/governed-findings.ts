import assert from 'node:assert/strict'
import { hour, iso } from '#lib/clock.ts'
import type { Probata } from './system.ts'

const reason = 'findings of every kind for a test'

interface FindingContributors {
  /** The Cookie headers of the people. */
  readonly admin: string
  readonly reviewer: string
  /** The id of an accepted claim. */
  readonly claimId: string
}

const finding = (title: string) => ({
  ...{ title, severity: 'high', subjectModuleKey: 'assets' },
  ...{ subjectResourceType: 'host', subjectResourceId: title },
})

/** Creates, moves and closes findings, both as a source and as people. */
export const governFindings = async (p: Probata, { admin, reviewer, claimId }: FindingContributors): Promise<void> => {
  const must = async (status: number, cookie: string, method: string, path: string, body: object = {}) => {
    const response = await p.call(method, `/api/workspace${path}`, { cookie, body: { ...body, reason } })
    assert.equal(response.status, status, `${method} ${path}: ${response.text}`)
    return response.body
  }
  const scopes = ['governance.findings:write']
  const { serviceAccount, clientSecret } = await must(201, admin, 'POST', '/service-accounts', { name: 'f', scopes })
  const credentials = { client_id: serviceAccount.clientId, client_secret: clientSecret }
  const tokenResponse = await p.call('POST', '/api/v1/auth/token', {
    body: { grant_type: 'client_credentials', ...credentials },
  })
  const send = async (findings: readonly object[], more: object = {}) => {
    const body = { sourceModuleKey: 'scanner', isComplete: true, findings, reason, ...more }
    const token = tokenResponse.body.access_token
    const response = await p.call('POST', '/api/v1/governance/findings/scan-results', { token, body })
    assert.equal(response.status, 200, response.text)
  }
  const scan = (...names: readonly string[]) =>
    send(names.map(sourceFingerprint => ({ ...finding(sourceFingerprint), sourceFingerprint })))
  await must(200, admin, 'PATCH', '/finding-due-days', { critical: 3 })
  await scan('one', 'two')
  await scan('two', 'three')
  await scan('one', 'two')
  const category = 'nightly'
  const result = (name: string, sourceFingerprint: string, more: object = {}) => ({
    ...finding(name),
    ...{
      sourceFingerprint,
      formerFingerprints: ['one'],
      sighting: { startLine: 4, endLine: 5, snippet: 'x' },
      ...more,
    },
  })
  // Sends a finding with a new fingerprint, title and subject; two findings with one fingerprint; and a scan in parts
  // that never gets its last part.
  await send([result('renamed', 'one-2'), result('merged', 'two'), result('merged with', 'two')], { category })
  await send([], { category, scanId: 'night', part: 1, parts: 2, untouched: ['one'] })
  const manyResults = Array.from({ length: 10 }, (_, i) => result(`many ${i}`, `many-${i}`, { formerFingerprints: [] }))
  await send(manyResults, { category: 'many' })
  await send([], { category: 'many' })
  const findingIds = []
  for (const title of ['resolved', 'accepted', 'invalidated', 'started'])
    findingIds.push((await must(201, admin, 'POST', '/findings', finding(title))).id)
  const [resolved, accepted, invalidated, started] = findingIds
  await must(200, admin, 'PATCH', `/findings/${resolved}`, { severity: 'critical' })
  await must(200, admin, 'POST', `/findings/${resolved}/remediate`)
  await must(200, reviewer, 'POST', `/findings/${resolved}/resolve`, { claimId })
  const until = iso(p.clock.now() + hour)
  await must(200, reviewer, 'POST', `/findings/${accepted}/accept`, { until })
  await must(200, reviewer, 'POST', `/findings/${invalidated}/invalidate`)
  await must(200, reviewer, 'POST', `/findings/${invalidated}/reopen`)
  await must(200, admin, 'POST', `/findings/${started}/start`)
  await must(200, admin, 'POST', '/findings/assign', { findingIds: findingIds, ownerId: null })
  for (const id of [started, invalidated]) await must(201, admin, 'POST', `/findings/${id}/claims`, { claimId })
  await must(204, admin, 'DELETE', `/findings/${invalidated}/claims/${claimId}`)
}
