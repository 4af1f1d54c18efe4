/**
 * `npm run faults:webhooks [-- --kills N --claims N --seed TEXT]`: kills the server and PostgreSQL while 100,000
 * deliveries drain, then stops and kills one of two workers, and compares the result with the receiver's own list.
 * Exits with 0 if nothing is lost and only in-flight requests arrived twice.
 */
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { describeWebhookOutcome, isSound, runWebhookFaults } from './webhook-faults.ts'
import { describeWorkers, runWorkerFaults } from './webhook-workers.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    claims: { type: 'string', default: '2000' },
    seed: { type: 'string' },
  },
})
const seed = values.seed ?? randomBytes(4).toString('hex')
const progress = (line: string) => console.log(line)

console.log(`seed ${seed}`)
const counts = { kills: Number(values.kills), claims: Number(values.claims) }
const outcome = await runWebhookFaults({ ...counts, rounds: 3, retries: true, seed, progress })
console.log(describeWebhookOutcome(outcome))

progress('two workers, one paused for longer than its lease')
const workers = await runWorkerFaults({ claims: Math.ceil(counts.claims / 2), kill: true })
console.log(describeWorkers(workers))
process.exitCode = isSound(outcome) && isSound(workers) ? 0 : 1
