import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSealer, type MasterKey, SealedError } from './sealed.ts'

const oldKey: MasterKey = { id: 'k1', key: Buffer.alloc(32, 1) }
const currentKey: MasterKey = { id: 'k2', key: Buffer.alloc(32, 2) }
const binding = { organization: 'org_1', record: 'whk_1', field: 'signingSecret' }
const sealer = createSealer({ current: currentKey, previous: [oldKey] })
const unreadable = { name: 'SealedError', message: 'the sealed value cannot be opened' }

test('a sealed value opens again, and sealing yields a different text each time', () => {
  for (const plain of ['', 'whsec_secret', 'Ünïcödé 😀\0', 'x'.repeat(64 * 1024)]) {
    assert.equal(sealer.open(sealer.seal(plain, binding), binding), plain)
  }
  const [first, second] = [sealer.seal('same', binding), sealer.seal('same', binding)]
  assert.match(first, /^v1\.k2\.[A-Za-z0-9_-]+$/)
  assert.notEqual(first, second)
  assert.ok(!first.includes(Buffer.from('same').toString('base64url')))
})

test('a stored value from this version of the format opens', () => {
  const sealed =
    'v1.k1.QD8KMB4YW3s0jElr5WfdeyUBaEju_Ayv9sKxm_cmKKnJtP6s6wZIlPZ5-AcAZtnw3p618qmE3_udsvaIxyFv4yt_f-QDYLji9cXKKdunAkEaSBeInUnlnx-5GVCaX92OEVHF'
  assert.equal(createSealer({ current: oldKey }).open(sealed, binding), 'whsec_known')
})

test('a derived key depends only on the current master key and the binding', () => {
  const key = sealer.keyFor(binding)
  assert.equal(key.length, 32)
  assert.deepEqual(createSealer({ current: currentKey }).keyFor({ ...binding }), key)
  const others = [
    createSealer({ current: oldKey }).keyFor(binding),
    sealer.keyFor({ ...binding, organization: 'org_2' }),
    sealer.keyFor({ ...binding, record: 'whk_2' }),
    sealer.keyFor({ ...binding, field: 'draft' }),
    sealer.keyFor({ ...binding, organization: 'org_1w', record: 'hk_1' }),
  ]
  for (const other of others) assert.notDeepEqual(other, key)
})

test('a value opens only with its own binding', () => {
  const sealed = sealer.seal('secret', binding)
  const otherBindings = [
    { ...binding, organization: 'org_2' },
    { ...binding, record: 'whk_2' },
    { ...binding, field: 'previousSecret' },
    { organization: 'whk_1', record: 'org_1', field: 'signingSecret' },
    { organization: 'org_1w', record: 'hk_1', field: 'signingSecret' },
    { organization: '', record: 'org_1whk_1', field: 'signingSecret' },
  ]
  for (const other of otherBindings) {
    assert.throws(() => sealer.open(sealed, other), unreadable)
    assert.throws(() => sealer.rewrap(sealed, other), unreadable)
  }
})

test('a value with any bit flipped does not open', () => {
  const sealed = Buffer.from(sealer.seal('secret', binding))
  for (let bit = 0; bit < sealed.length * 8; bit++) {
    const damaged = Buffer.from(sealed)
    damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    assert.throws(() => sealer.open(damaged.toString('latin1'), binding), SealedError, `bit ${bit}`)
  }
})

test('every bit of the encrypted bytes counts', () => {
  const [version, id, encoded = ''] = sealer.seal('secret', binding).split('.')
  const bytes = Buffer.from(encoded, 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const damaged = Buffer.from(bytes)
    damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    const text = `${version}.${id}.${damaged.toString('base64url')}`
    assert.throws(() => sealer.open(text, binding), unreadable, `bit ${bit}`)
    assert.throws(() => sealer.rewrap(text, binding), unreadable, `bit ${bit}`)
  }
})

test('truncated texts and other spellings of the same bytes do not open', () => {
  const sealed = sealer.seal('secret', binding)
  const cut = Array.from({ length: sealed.length }, (_, length) => sealed.slice(0, length))
  const spellings = [
    `${sealed}=`,
    `${sealed}A`,
    ` ${sealed}`,
    `${sealed}\n`,
    sealed.replace('v1', 'v2'),
    sealed.replace('k2', 'k1'),
  ]
  for (const text of [...cut, ...spellings, 'v1.k2.!', 'x'.repeat(1 << 20)]) {
    assert.throws(() => sealer.open(text, binding), unreadable)
  }
})

test('rotation: the old key opens, rewrap moves to the new one, then the old one can go', () => {
  const sealed = createSealer({ current: oldKey }).seal('secret', binding)
  assert.equal(sealer.open(sealed, binding), 'secret')
  const moved = sealer.rewrap(sealed, binding)
  assert.match(moved, /^v1\.k2\./)
  const later = createSealer({ current: currentKey })
  assert.equal(later.open(moved, binding), 'secret')
  assert.throws(() => later.open(sealed, binding), unreadable)
  assert.throws(() => createSealer({ current: { id: 'k1', key: currentKey.key } }).open(sealed, binding), unreadable)
})

test('unusable keys and texts are rejected without quoting them', () => {
  const invalidOptions: Parameters<typeof createSealer>[0][] = [
    { current: { id: 'k1', key: Buffer.alloc(31) } },
    { current: { id: 'a.b', key: oldKey.key } },
    { current: { id: '', key: oldKey.key } },
    { current: oldKey, previous: [{ id: 'k1', key: currentKey.key }] },
    { current: oldKey, previous: [currentKey, { id: 'k2', key: oldKey.key }] },
  ]
  for (const keys of invalidOptions) assert.throws(() => createSealer(keys), TypeError)
  assert.throws(() => sealer.seal('\ud800', binding), TypeError)
  assert.throws(() => sealer.seal('x'.repeat(64 * 1024 + 1), binding), RangeError)
})
