import { randomBytes } from 'node:crypto'
import { shareTestPostgres } from '#test/postgres.ts'
import { forgeDatabases } from './forge-databases.ts'

/**
 * `npm run forge:ledger -- [edits] [seed]`: edits the database as a superuser, by default 1,000 times. It takes
 * minutes.
 */
await using _ = await shareTestPostgres()
const [edits = '1000', seed = randomBytes(4).toString('hex')] = process.argv.slice(2)
const outcome = await forgeDatabases({ seed, edits: Number(edits), rows: 1000 })
console.log(JSON.stringify({ seed, ...outcome }, null, 1))
if (outcome.asExpected !== outcome.edits || outcome.clean > 0) process.exitCode = 1
