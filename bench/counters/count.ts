/** Counts every kind of work once, in a process of its own, whose clock stands still. Prints what it counted, as JSON. */
import { openCountersLab } from './lab.ts'
import { measureWork, rehearse } from './measure.ts'
import type { Counts } from './meter.ts'
import { countTimers } from './timers.ts'
import { works } from './works.ts'

// Timers are counted while the lab is made ready, for nothing runs beside what is measured.
const timers = countTimers()

const countAll = async (): Promise<[string, Counts][]> => {
  await using lab = await openCountersLab()
  await rehearse(lab, works)
  await timers
  const counted: [string, Counts][] = []
  for (const work of works) counted.push([work.name, await measureWork(lab, work)])
  return counted
}

const counted = await countAll()
console.log(JSON.stringify({ counted, timers: await timers }))
