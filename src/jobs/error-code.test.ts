import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { PartlyFailed } from './batches.ts'
import { errorCodeOf } from './error-code.ts'

const withCode = (code: unknown, options?: ErrorOptions) => Object.assign(new Error('hunter2', options), { code })
const undefinedTable = Object.assign(new pg.DatabaseError('relation "hunter2" does not exist', 1, 'error'), {
  code: '42P01',
})

for (const [source, error, code] of [
  ['of the system', withCode('ENOSPC'), 'ENOSPC'],
  ['of PostgreSQL', undefinedTable, '42P01'],
  ['of its cause', new Error('hunter2', { cause: withCode('ECONNREFUSED') }), 'ECONNREFUSED'],
  ['of the first organization', new PartlyFailed([undefinedTable, withCode('ENOSPC')], 3), '42P01'],
  ['that is free text', withCode('the password is hunter2'), 'unexpected'],
  ['that is a token', withCode('sk_live_4eC39HqLyjWDarjtT1zdp7dc'), 'unexpected'],
  ['of an error without a code', new TypeError('hunter2'), 'unexpected'],
  ['of a value that is not an error', 'hunter2', 'unexpected'],
] as const)
  test(`the code ${source}: ${code}`, () => assert.equal(errorCodeOf(error), code))
