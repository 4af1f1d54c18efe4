/**
 * node:test follows every promise to find the test that an error belongs to, which takes a fifth of the CPU time of a
 * test that calls the server. This turns that off. node:test still tracks timers, sockets and tests; an error that
 * nothing awaits fails the file instead of the test. A suite must therefore declare its tests before it awaits
 * anything.
 */
import hooks, { type HookCallbacks } from 'node:async_hooks'

const { createHook } = hooks

Object.assign(hooks, {
  createHook: (callbacks: HookCallbacks) => createHook({ ...callbacks, trackPromises: false }),
})
