import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { Webhook as Standard } from 'standardwebhooks'
import { Webhook as Svix } from 'svix'
import { minute, second } from '#lib/clock.ts'
import { createSignatureMac } from './mac.ts'
import { newSigningSecret, signatureHeaders, signingKeys } from './sign.ts'
import file from './signatures.json' with { type: 'json' }

const vectors = file.vectors.map(({ body, string: [character = '', times = 0] = [], ...vector }) => ({
  ...vector,
  body: Buffer.from(body ?? JSON.stringify(String(character).repeat(Number(times)))),
}))
type Vector = (typeof vectors)[number]

const sign = ({ secrets, ...vector }: Vector) => signatureHeaders({ keys: secrets.map(signingKeys), ...vector })

/** Unmodified client libraries. Both compare the timestamp with the clock. */
const clients = { standardwebhooks: Standard, svix: Svix }

for (const vector of vectors)
  test(`signatures are as on ${file.made.slice(0, 13)}: ${vector.name}`, () => {
    assert.deepEqual(sign(vector), vector.headers)
  })

for (const [name, Client] of Object.entries(clients)) {
  test(`${name} accepts every vector with each of its secrets`, t => {
    t.mock.timers.enable({ apis: ['Date'] })
    for (const vector of vectors) {
      t.mock.timers.setTime(vector.at)
      const text = vector.body.toString()
      for (const secret of vector.secrets)
        assert.doesNotThrow(() => new Client(secret).verify(text, sign(vector)), vector.name)
    }
  })

  test(`${name} rejects a different byte, id, secret or time`, t => {
    t.mock.timers.enable({ apis: ['Date'] })
    for (const vector of vectors) {
      const headers = sign(vector)
      const assertRejected = (
        text: string,
        changes: Readonly<Record<string, string>> = {},
        [secret = ''] = vector.secrets,
      ) => assert.throws(() => new Client(secret).verify(text, { ...headers, ...changes }), vector.name)
      const text = vector.body.toString()
      t.mock.timers.setTime(vector.at)
      assertRejected(`${text} `)
      assertRejected(text.replace('e', 'f').replace('é', 'è'))
      assertRejected(text, { 'webhook-id': `${vector.eventId}0` })
      assertRejected(text, { 'webhook-timestamp': String(Math.floor(vector.at / second) + 1) })
      assertRejected(text, {}, [newSigningSecret()])
      t.mock.timers.setTime(vector.at + 5 * minute + second)
      assertRejected(text)
    }
  })
}

test('t= and webhook-timestamp are the whole second of X-Service-Timestamp', () => {
  for (const vector of vectors) {
    const headers = sign(vector)
    const seconds = String(Math.floor(Date.parse(headers['x-service-timestamp'] ?? '') / second))
    assert.equal(headers['webhook-timestamp'], seconds)
    assert.ok(headers['x-service-signature']?.startsWith(`t=${seconds},v1=`))
  }
})

test('each new secret is different, and consists of whsec_ and 32 bytes', () => {
  const newSecrets = Array.from({ length: 100 }, newSigningSecret)
  assert.equal(new Set(newSecrets).size, newSecrets.length)
  for (const secret of newSecrets) {
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.equal(Buffer.from(secret.slice('whsec_'.length), 'base64').length, 32)
  }
})

test('the MAC equals that of node:crypto for lengths around its limits, and ignores earlier messages', () => {
  const lengths = [0, 1, 55, 56, 63, 64, 65, 700, 16 * 1024 - 66, 16 * 1024 - 65, 16 * 1024, 100_000]
  for (const keyLength of [1, 31, 32, 63, 64, 65, 94, 200]) {
    const key = Buffer.alloc(keyLength, keyLength)
    const mac = createSignatureMac(key)
    for (const length of [...lengths, ...lengths.toReversed()]) {
      const bytes = Buffer.alloc(length, 0xc3)
      for (const encoding of ['hex', 'base64'] as const)
        assert.equal(mac('t.', bytes, encoding), createHmac('sha256', key).update('t.').update(bytes).digest(encoding))
    }
  }
})
