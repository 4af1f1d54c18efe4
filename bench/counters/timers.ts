import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { createDirectory } from '../server.ts'

const counting = new URL('./count-timers.ts', import.meta.url).href

const every = 500
const least = 20

/**
 * The timers that are set in a process of the program that has nothing to do: the fewest of all looks, two a second, for
 * ten seconds and as long as something else lasts.
 */
export const countTimers = async (meanwhile: Promise<unknown>): Promise<number> => {
  await using directory = await createDirectory()
  await using running = await directory.serve({ NODE_OPTIONS: `--import=${counting}` })
  let isOver = false
  const end = () => {
    isOver = true
  }
  meanwhile.then(end, end)
  let fewest = Number.POSITIVE_INFINITY
  for (let look = 0; look < least || !isOver; look++) {
    await delay(every)
    running.child.send('count timers')
    const [timers] = await once(running.child, 'message')
    fewest = Math.min(fewest, Number(timers))
  }
  return fewest
}
