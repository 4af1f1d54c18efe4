import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { createDirectory } from '#bench/server.ts'

const counting = new URL('./count-timers.ts', import.meta.url).href

/** The timers that are set in a process of the program that has nothing to do: the fewest of ten looks, half a second apart. */
export const countTimers = async (): Promise<number> => {
  await using directory = await createDirectory()
  await using running = await directory.serve({ NODE_OPTIONS: `--import=${counting}` })
  let fewest = Number.POSITIVE_INFINITY
  for (let look = 0; look < 10; look++) {
    await delay(500)
    running.child.send('count timers')
    const [timers] = await once(running.child, 'message')
    fewest = Math.min(fewest, Number(timers))
  }
  return fewest
}
