import type { Log } from './log.ts'

/** MaxListenersExceededWarning → max_listeners_exceeded. */
const kindOf = (warning: Error): string =>
  warning.name
    .replace(/(?<=.)Warning$/, '')
    .replace(/(?<=[a-z])[A-Z]/g, '_$&')
    .toLowerCase()

/**
 * Sends Node's warnings and uncaught errors to the log instead of standard error. After an uncaught error, `end` must
 * end the process.
 */
export function logProcess(log: Log, end: () => never): void {
  // Removes the only listener so far, which prints warnings.
  process.removeAllListeners('warning')
  process.on('warning', warning => log.warn({ event: 'node_warning', kind: kindOf(warning), error: warning }))
  process.on('uncaughtException', (error, origin) => {
    const event = origin === 'unhandledRejection' ? 'unhandled_rejection' : 'uncaught_error'
    log.fatal({ event, error })
    end()
  })
}
