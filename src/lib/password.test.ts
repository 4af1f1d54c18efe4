import assert from 'node:assert/strict'
import { argon2Sync } from 'node:crypto'
import { test } from 'node:test'
import { hashPassword, PasswordError, preparePassword, verifyPassword } from './password.ts'

test('argon2id of RFC 9106 section 5.3', () => {
  const tag = argon2Sync('argon2id', {
    message: Buffer.alloc(32, 1),
    nonce: Buffer.alloc(16, 2),
    secret: Buffer.alloc(8, 3),
    associatedData: Buffer.alloc(12, 4),
    parallelism: 4,
    tagLength: 32,
    memory: 32,
    passes: 3,
  })
  assert.equal(tag.toString('hex'), '0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659')
})

test('verifies the PHC string of the reference implementation', async () => {
  const phc = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  assert.equal(await verifyPassword('password', phc), true)
  assert.equal(await verifyPassword('passwore', phc), false)
})

test('a hash is a PHC string with its own salt', async () => {
  const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
  assert.match(first, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  assert.notEqual(first, second)
  assert.equal(await verifyPassword('correct horse', first), true)
  assert.equal(await verifyPassword('correct horse ', first), false)
})

test('normalization and kinds of space do not change a password; compatibility characters do', async () => {
  const phc = await hashPassword('Zoe\u0308 caf\u00e9\u00a0\u2003x')
  assert.equal(await verifyPassword('Zo\u00eb cafe\u0301  x', phc), true)
  assert.equal(await verifyPassword('zo\u00eb cafe\u0301  x', phc), false)
  assert.notDeepEqual(preparePassword('\ufb01'), preparePassword('fi'))
})

const someHash = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

const invalidPasswords: [string, string, PasswordError['code']][] = [
  ['nothing', '', 'empty'],
  ['one byte too much', 'x'.repeat(1025), 'too_long'],
  ['one byte too much in UTF-8', `${'é'.repeat(512)}x`, 'too_long'],
  ['a megabyte', 'x'.repeat(1 << 20), 'too_long'],
  ['NUL', 'a\0b', 'not_text'],
  ['a line end', 'a\n', 'not_text'],
  ['a lone surrogate', 'a\ud800', 'not_text'],
]

for (const [name, password, code] of invalidPasswords) {
  test(`rejects ${name}, and never verifies it`, async () => {
    await assert.rejects(hashPassword(password), error => error instanceof PasswordError && error.code === code)
    assert.equal(await verifyPassword(password, someHash), false)
  })
}

test('text that cannot be a password never verifies, against any hash', async () => {
  const nonce = Buffer.alloc(16)
  const cost = { memory: 19456, passes: 2, parallelism: 1, tagLength: 32 }
  const hash = argon2Sync('argon2id', { ...cost, nonce, message: Buffer.alloc(1) })
  const phc = [nonce, hash].reduce(
    (text, bytes) => `${text}$${bytes.toString('base64').replace(/=+$/, '')}`,
    '$argon2id$v=19$m=19456,t=2,p=1',
  )
  assert.equal(await verifyPassword('\0', phc), false)
  assert.equal(await verifyPassword('', phc), false)
})

test('takes 1024 bytes, counted after normalization', async () => {
  assert.equal(preparePassword('x'.repeat(1024)).length, 1024)
  assert.equal(preparePassword('e\u0301'.repeat(512)).length, 1024)
  assert.equal(preparePassword('u\u0308\u0304'.repeat(512)).length, 1024)
})

test('a string that is not argon2id yields an error without its content', async () => {
  const damaged = [
    '',
    'secret',
    '$2b$10$abc',
    someHash.replace('argon2id', 'argon2i'),
    someHash.replace('19456', '9999999'),
  ]
  for (const phc of damaged) {
    await assert.rejects(verifyPassword('x', phc), { name: 'TypeError', message: 'not an argon2id hash' })
  }
})
