import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { claimInput } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let token: string

before(async () => {
  p = await boot()
  token = await p.token('acme-scanner')
})
after(() => p[Symbol.asyncDispose]())

const create = (key: string, overrides: Record<string, unknown>) =>
  p.call('POST', '/api/v1/governance/evidence/claims', { token, body: claimInput(key, overrides) })

test('the record has the period that the proof covers, if the creator gives one', async () => {
  const period = { observedFrom: '2026-11-01T00:00:00+01:00', observedUntil: '2026-11-20T00:00:00Z' }
  const { status, body } = await create('observed-1', period)
  assert.equal(status, 201)
  assert.deepEqual([body.observedFrom, body.observedUntil], ['2026-10-31T23:00:00.000Z', '2026-11-20T00:00:00.000Z'])
  const from = await create('observed-2', { observedFrom: period.observedFrom, observedUntil: null })
  assert.deepEqual([from.body.observedFrom, 'observedUntil' in from.body], [body.observedFrom, false])
  const tooLate = new Date(p.clock.now() + 6 * 60_000).toISOString()
  const invalidInputs: [object, string, string][] = [
    [{ ...period, observedUntil: period.observedFrom }, 'observedUntil', 'must be later than observedFrom'],
    [{ observedFrom: tooLate }, 'observedFrom', 'is more than 5 minutes in the future'],
    [{ observedUntil: tooLate }, 'observedUntil', 'is more than 5 minutes in the future'],
  ]
  for (const [overrides, field, message] of invalidInputs) {
    const rejection = await create('observed-3', { ...overrides })
    assert.deepEqual([rejection.status, rejection.body.issues], [400, [{ path: [field], message }]])
  }
})
