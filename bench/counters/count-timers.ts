/**
 * Preloaded into the program. On request, sends the parent process the call site of each active timer. Omits the timers
 * of idle PostgreSQL connections, because their number depends on the degree of parallelism at startup.
 */
import { createHook } from 'node:async_hooks'

const timers = new Map<number, string>()

createHook({
  init(id, type) {
    if (type !== 'Timeout') return
    const { stack = '' } = new Error()
    const callSite = stack.split('\n').find(frame => frame.includes('file:') && !frame.includes(import.meta.url))
    if (!callSite?.includes('BoundPool')) timers.set(id, callSite ?? 'Node')
  },
  destroy(id) {
    timers.delete(id)
  },
}).enable()

process.on('message', message => {
  if (message === 'count timers') process.send?.([...timers.values()])
})
