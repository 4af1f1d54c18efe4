import { randomBytes } from 'node:crypto'
import { createTestDatabase, shareTestPostgres } from '#test/postgres.ts'
import { runChaos } from './chaos.ts'

/** `npm run faults:ledger -- [seconds] [seed]`: runs 32 writers, and two sealers that are killed repeatedly. */
await using _ = await shareTestPostgres()
await using database = await createTestDatabase('workspace')
const [seconds = '120', seed = randomBytes(4).toString('hex')] = process.argv.slice(2)
const survived = await runChaos(database.connection, { seed, seconds: Number(seconds), writers: 32, sealers: 2 })
console.log(JSON.stringify({ seed, ...survived }, null, 1))
const { lost, twice, gaps, altered, wrongRoots } = survived
if (lost + twice + gaps + altered + wrongRoots > 0) process.exitCode = 1
