import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type AuditEvent, renderAuditEvent } from '#http/audit.ts'
import { isAsSealed } from './check-row.ts'
import { readFieldTexts } from './field-texts.ts'
import { drawSalts, drawSaltsOfTexts, hashTexts, leafOf, packSalts } from './leaf.ts'

const event: AuditEvent = {
  id: 'aud_1',
  action: 'evidence.claim.create',
  outcome: 'done',
  actorKind: 'service_account',
  actorId: 'sva_1',
  resourceId: 'gec_1',
  reason: 'Nightly scan of the backup estate',
  beforeDigest: null,
  afterDigest: 'ab'.repeat(32),
  contentDigest: null,
  detail: null,
  requestId: 'req_1',
  createdAt: '2026-01-01T00:00:00.000Z',
}

const { contentDigest: _, ...earlierEvent } = event

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme-ascii' }))
const events = fc.record({
  ...Object.fromEntries(Object.keys(event).map(name => [name, fc.constant(event[name as keyof AuditEvent])])),
  resourceId: fc.oneof(fc.constantFrom('prs_1', 'prs', 'lgn_1_2', 'gec_1', '_prs', ''), anyText),
  reason: fc.option(anyText),
  detail: fc.option(anyText),
  beforeDigest: fc.option(anyText),
}) as unknown as fc.Arbitrary<AuditEvent>

describe('reading a row as texts', () => {
  test('the texts of a row give the same salts and leaf as the parsed row', () => {
    let readCount = 0
    fc.assert(
      fc.property(events, row => {
        const texts = readFieldTexts(renderAuditEvent(row))
        if (!texts) return
        readCount++
        const salts = drawSaltsOfTexts(texts, randomBytes)
        assert.deepEqual([...salts.keys()], [...drawSalts(row, randomBytes).keys()])
        assert.deepEqual(hashTexts(texts, salts), leafOf(row, salts).hash)
      }),
      { numRuns: 1000 },
    )
    assert.ok(readCount > 100, `only ${readCount} rows were read as texts`)
  })

  test('a row of an earlier release, which lacks a field, has the same leaf', () => {
    const texts = readFieldTexts(renderAuditEvent(earlierEvent))
    assert.ok(texts)
    const salts = drawSaltsOfTexts(texts, randomBytes)
    assert.deepEqual(hashTexts(texts, salts), leafOf(earlierEvent, salts).hash)
  })

  test('only rows exactly as the program writes them are read as texts; others are left to the parser', () => {
    const text = renderAuditEvent(event)
    assert.ok(readFieldTexts(text))
    const { id, ...otherFields } = event
    for (const other of [
      ` ${text}`,
      `${text}\n`,
      text.replace('"id":', '"id": '),
      text.replace('"reason"', '"detail":null,"reason"'),
      text.replace('{"id"', '{"more":null,"id"'),
      text.replace('}', ',"more":null}'),
      text.replace('Nightly', String.raw`N\u0069ghtly`),
      text.replace('Nightly', 'Night\nly'),
      text.replace('Nightly', 'Night\ud800ly'),
      text.replace('"outcome":"done"', '"outcome":true'),
      JSON.stringify({ ...otherFields, id }),
      JSON.stringify(otherFields),
    ])
      assert.equal(readFieldTexts(other), undefined, other)
  })
})

describe('a stored row', () => {
  const storeRow = (row: AuditEvent) => {
    const salts = drawSalts(row, randomBytes)
    const { id: event_id, action, actorId: actor_id, resourceId: resource_id } = row
    const columns = { event_id, action, actor_id, resource_id, leaf_index: 0, erased: null }
    return { ...columns, record: renderAuditEvent(row), salts: packSalts(salts), hash: leafOf(row, salts).hash }
  }

  for (const row of [event, { ...event, reason: 'with "quotes" and 🦉' }])
    test(`a row counts as sealed only if its record, columns and salts match: ${row.reason}`, () => {
      const sealedRow = storeRow(row)
      assert.equal(isAsSealed(sealedRow), true)
      for (const column of ['event_id', 'action', 'actor_id', 'resource_id'] as const)
        for (const value of ['other', '', 'null', null])
          assert.equal(isAsSealed({ ...sealedRow, [column]: value } as typeof sealedRow), false, `${column} ${value}`)
      assert.equal(isAsSealed({ ...sealedRow, record: sealedRow.record.replace('gec_1', 'gec_2') }), false)
      assert.equal(isAsSealed({ ...sealedRow, record: `${sealedRow.record} ` }), false)
      assert.equal(isAsSealed({ ...sealedRow, salts: packSalts(drawSalts(row, randomBytes)) }), false)
    })
})
