import { Writable } from 'node:stream'
import { createLog } from '#lib/log.ts'

/** Creates a log and the array to which its lines are added as they are written. */
export const keepLog = () => {
  const lines: Record<string, unknown>[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(
        ...String(chunk)
          .trim()
          .split('\n')
          .map(line => JSON.parse(line)),
      )
      done()
    },
  })
  return { log: createLog({ level: 'info', destination }), lines }
}
