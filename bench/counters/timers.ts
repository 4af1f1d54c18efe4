import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { createDirectory } from '#bench/server.ts'
import { atShare } from '#bench/statistics.ts'

const preload = new URL('./count-timers.ts', import.meta.url).href
const sampleCount = 40
const intervalMs = 250

/**
 * The number of timers in an idle process of the program: the median for each place that sets timers, because a timer
 * that is being reset is missing for a moment.
 */
export const countTimers = async (): Promise<number> => {
  await using directory = await createDirectory()
  await using running = await directory.serve({ NODE_OPTIONS: `--import=${preload}` })
  const countsByPlace = new Map<string, number[]>()
  for (let sample = 0; sample < sampleCount; sample++) {
    await delay(intervalMs)
    running.child.send('count timers')
    const [places]: string[][] = await once(running.child, 'message')
    for (const [place, { length }] of Map.groupBy(places ?? [], place => place)) {
      const counts = countsByPlace.get(place) ?? Array(sampleCount).fill(0)
      counts[sample] = length
      countsByPlace.set(place, counts)
    }
  }
  return [...countsByPlace.values()].reduce((sum, counts) => sum + atShare(counts, 0.5), 0)
}
