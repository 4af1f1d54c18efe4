/**
 * node:test follows every promise to know which test an error belongs to: a fifth of the processor time of a test that
 * speaks to the server. It still knows timers, sockets and tests; an error nobody waits for fails the file instead of
 * the test. A suite therefore declares its tests before it waits for anything.
 */
import hooks, { type HookCallbacks } from 'node:async_hooks'

const { createHook } = hooks

Object.assign(hooks, {
  createHook: (callbacks: HookCallbacks) => createHook({ ...callbacks, trackPromises: false }),
})
