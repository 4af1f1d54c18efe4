import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCursors } from './cursor.ts'

const start = Date.parse('2026-01-01T00:00:00.000Z')
const hour = 60 * 60 * 1000
const clock = { now: start }
const cursors = createCursors(Buffer.alloc(32, 7), () => clock.now)
const position = '2025-12-31T23:59:59.999Z gec_01ARYZ6S41TSV4RRFFQ69G5FAV'
const walk = {
  endpoint: 'GET /api/v1/governance/evidence/claims',
  organization: 'org_01ARYZ6S41TSV4RRFFQ69G5FAV',
  filters: { status: 'submitted', evidenceRequirementId: undefined },
}
const cursor = cursors.encode({ ...walk, position })

test('a cursor decodes to its position in the same walk', () => {
  assert.match(cursor, /^[A-Za-z0-9_-]+$/)
  assert.equal(cursors.decode(cursor, walk), position)
  for (const text of ['', 'Ünïcödé 😀', 'x'.repeat(363)]) {
    assert.equal(cursors.decode(cursors.encode({ ...walk, position: text }), walk), text)
  }
})

test('the format is fixed, so that cursors outlive a restart', () => {
  const fixed = createCursors(Buffer.alloc(32, 1), () => 0)
  const text = fixed.encode({ endpoint: 'GET /x', organization: 'o', filters: { a: '1' }, position: 'p' })
  assert.equal(text, 'AQACowBw8PCEHYwDmKJZbgy-fqmLGA')
})

test('the order of filters does not matter, and an undefined filter counts as absent', () => {
  const filters = { b: '2', a: '1' }
  const text = cursors.encode({ ...walk, filters, position })
  assert.equal(cursors.decode(text, { ...walk, filters: { a: '1', c: undefined, b: '2' } }), position)
})

test('a cursor is rejected by any other walk', () => {
  const others = [
    { ...walk, endpoint: 'GET /api/v1/governance/evidence/requirements' },
    { ...walk, organization: 'org_01ARYZ6S41TSV4RRFFQ69G5FAW' },
    { ...walk, filters: {} },
    { ...walk, filters: { status: 'accepted' } },
    { ...walk, filters: { status: 'submitted', evidenceRequirementId: '' } },
    { ...walk, filters: { statuss: 'ubmitted' } },
    { ...walk, filters: { evidenceRequirementId: 'submitted' } },
    { endpoint: `${walk.endpoint}o`, organization: walk.organization.slice(1), filters: walk.filters },
  ]
  for (const other of others) assert.equal(cursors.decode(cursor, other), undefined, JSON.stringify(other))
})

test('parts of a walk cannot be shifted into each other', () => {
  const text = cursors.encode({ endpoint: 'e', organization: 'o', filters: { a: 'b', c: 'd' }, position })
  const forged = [{ a: 'b1:c1:d' }, { 'a1:b1:c': 'd' }, { a: 'b', 'c1:d': '' }]
  for (const filters of forged)
    assert.equal(cursors.decode(text, { endpoint: 'e', organization: 'o', filters }), undefined)
  const pair = cursors.encode({ endpoint: '1:', organization: 'x', filters: {}, position })
  assert.equal(cursors.decode(pair, { endpoint: '1', organization: ':x', filters: {} }), undefined)
})

test('a cursor is valid for 48 hours', () => {
  for (const [after, expected] of [
    [0, position],
    [48 * hour - 1, position],
    [48 * hour, undefined],
    [-24 * hour, position],
  ] as const) {
    clock.now = start + after
    assert.equal(cursors.decode(cursor, walk), expected, `${after} ms`)
  }
  clock.now = start
})

test('a cursor is rejected under another key', () => {
  assert.equal(createCursors(Buffer.alloc(32, 8), () => start).decode(cursor, walk), undefined)
  assert.throws(() => createCursors(Buffer.alloc(31), () => start), TypeError)
})

test('a cursor with any flipped bit in its bytes, characters or 6-bit symbols is invalid', () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  // Lengths of 0, 1 and 2 bytes modulo 3: with 0, 4 and 2 spare bits in the last symbol.
  for (const text of ['pos', 'posi', 'posit'].map(p => cursors.encode({ ...walk, position: p }))) {
    const bytes = Buffer.from(text, 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes)
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      assert.equal(cursors.decode(flipped.toString('base64url'), walk), undefined, `byte bit ${bit}`)
    }
    for (let bit = 0; bit < text.length * 8; bit++) {
      const flipped = Buffer.from(text)
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      assert.equal(cursors.decode(flipped.toString('latin1'), walk), undefined, `character bit ${bit}`)
    }
    for (let bit = 0; bit < text.length * 6; bit++) {
      const index = Math.floor(bit / 6)
      const symbol = alphabet[alphabet.indexOf(text.charAt(index)) ^ (1 << (bit % 6))]
      assert.equal(
        cursors.decode(text.slice(0, index) + symbol + text.slice(index + 1), walk),
        undefined,
        `symbol bit ${bit}`,
      )
    }
  }
})

test('a truncated, extended or unrelated text is not a cursor', () => {
  const prefixes = Array.from({ length: cursor.length }, (_, length) => cursor.slice(0, length))
  const texts = [
    `${cursor}=`,
    `${cursor}A`,
    ` ${cursor}`,
    `${cursor}\n`,
    `${cursor}${cursor}`,
    'A'.repeat(512),
    'A'.repeat(1 << 20),
  ]
  for (const text of [...prefixes, ...texts, '\ud800', 'null', '%']) assert.equal(cursors.decode(text, walk), undefined)
})

test('a cursor never exceeds 512 characters', () => {
  assert.equal(cursors.encode({ ...walk, position: 'x'.repeat(363) }).length, 512)
  assert.throws(() => cursors.encode({ ...walk, position: 'x'.repeat(364) }), RangeError)
  assert.throws(() => cursors.encode({ ...walk, position: 'é'.repeat(182) }), RangeError)
})
