/**
 * `npm run faults [-- --kills N --seed TEXT]`: kills the server and PostgreSQL while clients write, and compares the
 * remaining data with the clients' own list of acknowledged writes. Exits with 0 if nothing is lost, duplicated, torn
 * or orphaned, and the server was ready again within 5 seconds each time.
 */
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { describeOutcome, longestStart, runFaults } from './faults.ts'
import { isSound } from './findings.ts'

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '200' }, seed: { type: 'string' } },
})
const kills = Number(values.kills)
if (!Number.isInteger(kills) || kills < 1) throw new Error('--kills must be a whole number of at least 1')
const seed = values.seed ?? randomBytes(4).toString('hex')

console.log(`seed ${seed}`)
const outcome = await runFaults({ kills, rounds: 3, seed, progress: line => console.log(line) })
console.log(describeOutcome(outcome))
const startedInTime = outcome.starts.every(ms => ms <= longestStart)
process.exitCode = isSound(outcome.findings) && startedInTime ? 0 : 1
