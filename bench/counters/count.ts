/** Counts every kind of work once, in a process of its own, whose clock stands still. Prints what it counted, as JSON. */
import { openCountersLab } from './lab.ts'
import { measureWork, rehearse } from './measure.ts'
import type { Counts } from './meter.ts'
import { countTimers } from './timers.ts'
import { works } from './works.ts'

const countAll = async (): Promise<[string, Counts][]> => {
  await using lab = await openCountersLab()
  await rehearse(lab, works)
  const counted: [string, Counts][] = []
  for (const work of works) counted.push([work.name, await measureWork(lab, work)])
  return counted
}

const counted = await countAll()
// Afterwards, for they need a machine that does nothing else: a process that is still busy has one more.
console.log(JSON.stringify({ counted, timers: await countTimers() }))
