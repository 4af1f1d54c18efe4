import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { createDirectory } from '#bench/server.ts'
import { quantile } from '#bench/statistics.ts'

const preload = new URL('./count-timers.ts', import.meta.url).href
const sampleCount = 40
const intervalMs = 250

/**
 * Counts the timers in an idle process of the program: the sum of the medians per call site, because a timer that is
 * being reset is missing for a moment.
 */
export const countTimers = async (): Promise<number> => {
  await using directory = await createDirectory()
  await using running = await directory.serve({ NODE_OPTIONS: `--import=${preload}` })
  const countsByCallSite = new Map<string, number[]>()
  for (let sample = 0; sample < sampleCount; sample++) {
    await delay(intervalMs)
    running.child.send('count timers')
    const [callSites]: string[][] = await once(running.child, 'message')
    for (const [callSite, { length }] of Map.groupBy(callSites ?? [], callSite => callSite)) {
      const counts = countsByCallSite.get(callSite) ?? Array(sampleCount).fill(0)
      counts[sample] = length
      countsByCallSite.set(callSite, counts)
    }
  }
  return [...countsByCallSite.values()].reduce((sum, counts) => sum + quantile(counts, 0.5), 0)
}
