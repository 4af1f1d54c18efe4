/** Counts every kind of work once, in a separate process with a stopped clock. Prints the counts as JSON. */
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
// Counts timers last, because that needs an idle machine: a busy process has one timer more.
console.log(JSON.stringify({ counted, timers: await countTimers() }))
