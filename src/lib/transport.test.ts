import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { mailTransport, type Protection, postgresTransport, redisTransport, type Transport } from './transport.ts'

const folder = mkdtempDisposableSync(join(tmpdir(), 'probata-transport-'))
after(() => folder.remove())
const roots = join(folder.path, 'roots.pem')
writeFileSync(roots, randomUUID())

type Case = readonly [url: string, host: string, protection: Protection]

const check = (name: string, read: (url: string) => Transport, cases: readonly Case[]): void => {
  for (const [url, host, protection] of cases)
    test(`${name}: ${url.replace(folder.path, '')} is ${protection}`, () =>
      assert.deepEqual(read(url), { host, protection }))
}

check('PostgreSQL', postgresTransport, [
  ['postgres://u:p@db.example.com:5432/d', 'db.example.com', 'plain'],
  ['postgres://u:p@10.0.0.7/d', '10.0.0.7', 'plain'],
  ['postgres://u:p@db/d?sslmode=disable', 'db', 'plain'],
  ['postgres://u:p@db/d?sslmode=verify-full', 'db', 'verified'],
  ['postgres://u:p@db/d?ssl=true', 'db', 'verified'],
  ['postgres://u:p@db/d?sslmode=no-verify', 'db', 'unverified'],
  ['postgres://u:p@db/d?ssl=no-verify', 'db', 'unverified'],
  ['postgres://u:p@db/d?uselibpqcompat=true&sslmode=prefer', 'db', 'unverified'],
  ['postgres://u:p@db/d?uselibpqcompat=true&sslmode=require', 'db', 'unverified'],
  [`postgres://u:p@db/d?uselibpqcompat=true&sslmode=verify-ca&sslrootcert=${roots}`, 'db', 'unverified'],
  [`postgres://u:p@db/d?sslrootcert=${roots}`, 'db', 'verified'],
  ['postgres://u:p@127.0.0.1/d', '127.0.0.1', 'local'],
  ['postgres://u:p@localhost/d', 'localhost', 'local'],
  ['postgres://u:p@[::1]/d', '::1', 'local'],
  ['postgres://u:p@127.0.0.1.example.com/d', '127.0.0.1.example.com', 'plain'],
  ['postgres://u@/d?host=/run/postgresql', '/run/postgresql', 'local'],
  ['postgres://u@127.0.0.1/d?host=db.example.com', 'db.example.com', 'plain'],
])

check('Redis', redisTransport, [
  ['redis://cache.example.com:6379', 'cache.example.com', 'plain'],
  ['rediss://cache.example.com:6379', 'cache.example.com', 'verified'],
  ['rediss://cache.example.com?tls=', 'cache.example.com', 'plain'],
  ['redis://cache.example.com?tls=true', 'cache.example.com', 'plain'],
  ['redis://:p@127.0.0.1:6379/1', '127.0.0.1', 'local'],
  ['redis://[::1]', '::1', 'local'],
  ['redis://cache?path=/run/redis.sock', '/run/redis.sock', 'local'],
])

check('mail', mailTransport, [
  ['smtp://u:p@mail.example.com:587', 'mail.example.com', 'plain'],
  ['smtp://u:p@mail.example.com:587?requireTLS=true', 'mail.example.com', 'verified'],
  ['smtp://mail.example.com?requireTLS=1', 'mail.example.com', 'verified'],
  ['smtp://mail.example.com?requireTLS=false', 'mail.example.com', 'plain'],
  ['smtp://mail.example.com?requireTLS=0', 'mail.example.com', 'plain'],
  ['smtp://mail.example.com?requireTLS=', 'mail.example.com', 'plain'],
  ['smtp://mail.example.com?requireTLS=true&tls.rejectUnauthorized=false', 'mail.example.com', 'unverified'],
  ['smtps://mail.example.com', 'mail.example.com', 'verified'],
  ['smtps://mail.example.com?tls.rejectUnauthorized=0', 'mail.example.com', 'unverified'],
  ['smtp://localhost:25', 'localhost', 'local'],
  ['smtp://127.0.0.1:25', '127.0.0.1', 'local'],
])
