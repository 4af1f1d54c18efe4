import type { Log } from './log.ts'

/** MaxListenersExceededWarning → max_listeners_exceeded. */
const kindOf = (warning: Error): string =>
  warning.name
    .replace(/(?<=.)Warning$/, '')
    .replace(/(?<=[a-z])[A-Z]/g, '_$&')
    .toLowerCase()

/**
 * Sends Node's output on standard error through the log instead: warnings, and uncaught errors, before `end` ends the
 * process.
 */
export function logProcess(log: Log, end: () => never): void {
  // The only listener so far is the one that prints them.
  process.removeAllListeners('warning')
  process.on('warning', warning => log.warn({ event: 'node_warning', kind: kindOf(warning), error: warning }))
  process.on('uncaughtException', (error, origin) => {
    const event = origin === 'unhandledRejection' ? 'unhandled_rejection' : 'uncaught_error'
    log.fatal({ event, error })
    end()
  })
}
