import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boot } from '#test/system.ts'

test('thread', async () => {
  await using p = await boot()
  const cookie = await p.signIn('admin@acme.example')
  const reason = 'because the test says so'
  const must = async (status: number, method: string, path: string, body?: object) => {
    const a = await p.call(method, `/api/workspace${path}`, { cookie, ...(body && { body: { ...body, reason } }) })
    assert.equal(a.status, status, a.text)
    return a.body ?? a.text
  }
  const req = await must(201, 'POST', '/submission-requirements', { requirementKey: 'ROI', title: 'Register', submissionKind: 'register_filing', status: 'active', policy: { receiptsRequired: 2 } })
  const pkg = await must(201, 'POST', '/packages', { submissionRequirementId: req.id, packageKey: 'ROI-2026', title: '2026', dueAt: '2026-12-31T00:00:00Z' })
  const occurredAt = new Date().toISOString()
  for (const eventKind of ['reviewed', 'approved']) await must(201, 'POST', `/packages/${pkg.id}/events`, { eventKind, occurredAt, eventSnapshot: { a: { b: 1 } } })
  await must(200, 'POST', `/packages/${pkg.id}/return`, {})
  for (const eventKind of ['submitted', 'receipt_received', 'receipt_received']) console.log((await must(201, 'POST', `/packages/${pkg.id}/events`, { eventKind, occurredAt, eventSnapshot: { a: { b: 1 } }, sourceEventKey: undefined })).statusAfter)
  const bad = await p.call('POST', `/api/workspace/packages/${pkg.id}/events`, { cookie, body: { eventKind: 'approved', occurredAt, eventSnapshot: {}, reason } })
  console.log(bad.status, bad.body.message)
  console.log(JSON.stringify(await must(200, 'GET', `/packages/${pkg.id}`), null, 1))
  console.log(JSON.stringify(await must(200, 'GET', `/packages/${pkg.id}/timeline?limit=3`), null, 0))
  console.log(JSON.stringify(await must(200, 'GET', `/packages/${pkg.id}/events`), null, 0).slice(0, 300))
  console.log(JSON.stringify(await must(200, 'GET', `/submission-calendar`), null, 0))
  const feed = await must(201, 'POST', '/calendar-feeds', { name: 'mine' })
  const ics = await p.call('GET', feed.address.replace(/^https?:\/\/[^/]+/, ''))
  console.log(ics.status, ics.headers.get('content-type'), ics.text)
  await must(204, 'DELETE', `/calendar-feeds/${feed.calendarFeed.id}`, {})
  assert.equal((await p.call('GET', feed.address.replace(/^https?:\/\/[^/]+/, ''))).status, 404)
})
