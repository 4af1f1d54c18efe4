/** Loaded before the program: answers its parent how many timers are set. */
import { createHook } from 'node:async_hooks'

const timers = new Set<number>()

createHook({
  init(id, type) {
    if (type === 'Timeout') timers.add(id)
  },
  destroy(id) {
    timers.delete(id)
  },
}).enable()

process.on('message', message => {
  if (message === 'count timers') process.send?.(timers.size)
})
