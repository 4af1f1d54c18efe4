import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { createDirectory } from '#bench/server.ts'
import { atShare } from '#bench/statistics.ts'

const counting = new URL('./count-timers.ts', import.meta.url).href
const looks = 40
const lookEvery = 250

/**
 * The number of timers in an idle process of the program: the median for each place that sets timers, because a timer
 * that is being reset is missing for a moment.
 */
export const countTimers = async (): Promise<number> => {
  await using directory = await createDirectory()
  await using running = await directory.serve({ NODE_OPTIONS: `--import=${counting}` })
  const setBy = new Map<string, number[]>()
  for (let look = 0; look < looks; look++) {
    await delay(lookEvery)
    running.child.send('count timers')
    const [places]: string[][] = await once(running.child, 'message')
    for (const [place, { length }] of Map.groupBy(places ?? [], place => place)) {
      const counts = setBy.get(place) ?? Array(looks).fill(0)
      counts[look] = length
      setBy.set(place, counts)
    }
  }
  return [...setBy.values()].reduce((sum, counts) => sum + atShare(counts, 0.5), 0)
}
