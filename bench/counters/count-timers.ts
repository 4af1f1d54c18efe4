/**
 * Loaded before the program: sends its parent the timers that are set, each by the place in the program that set it.
 * Timers of idle connections to PostgreSQL are left out: their number depends on the parallelism at the start.
 */
import { createHook } from 'node:async_hooks'

const timers = new Map<number, string>()

createHook({
  init(id, type) {
    if (type !== 'Timeout') return
    const { stack = '' } = new Error()
    const place = stack.split('\n').find(frame => frame.includes('file:') && !frame.includes(import.meta.url))
    if (!place?.includes('BoundPool')) timers.set(id, place ?? 'Node')
  },
  destroy(id) {
    timers.delete(id)
  },
}).enable()

process.on('message', message => {
  if (message === 'count timers') process.send?.([...timers.values()])
})
