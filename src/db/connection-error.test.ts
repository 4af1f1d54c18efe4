import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { explainConnectionError } from './connection-error.ts'
import { migrate } from './migrate.ts'

const password = 'c4nary-hunter2'

for (const [address, says] of [
  [`postgres://u:${password}@127.0.0.1:9/d`, /^DATABASE_URL: the database at 127\.0\.0\.1:9 .*nothing listens there/],
  [`postgres://u:${password}@db.invalid/d`, /^DATABASE_URL: the database at db\.invalid:5432 .*spelled right/],
  [
    `postgres://u:${password}@/d?host=/nonexistent`,
    /^DATABASE_URL: the database at \/nonexistent .*no socket in that folder/,
  ],
] as const)
  test(`a database that cannot be reached is reported with variable, host and remedy: ${says.source.slice(-20)}`, async () => {
    const error = await migrate({ connectionString: address }).catch((caught: Error) => caught)
    assert.ok(error instanceof Error)
    assert.match(error.message, says)
    assert.ok(!error.message.includes(password))
  })

test('errors of PostgreSQL are explained, and other errors are left unchanged', () => {
  const errorOf = (code: string) => Object.assign(new pg.DatabaseError('no', 1, 'error'), { code })
  const connection = { connectionString: `postgres://u:${password}@h/d` }
  const message = (code: string) => String(explainConnectionError('DATABASE_APP_URL', connection, errorOf(code)))
  assert.match(message('28P01'), /DATABASE_APP_URL: .*password of "u" is not right/)
  assert.match(message('3D000'), /no database "d"/)
  assert.match(message('28000'), /pg_hba\.conf/)
  assert.match(message('42501'), /GRANT CONNECT ON DATABASE "d" TO "u"/)
  assert.match(message('08P01'), /rejects startup options/)
  assert.match(message('CERT_HAS_EXPIRED'), /not valid now/)
  assert.match(message('DEPTH_ZERO_SELF_SIGNED_CERT'), /sslrootcert=/)
  const other = new Error('another')
  assert.equal(explainConnectionError('DATABASE_URL', connection, other), other)
})
