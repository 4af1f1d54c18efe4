import { appendLines } from '#lib/appended-file.ts'
import type { FilePlace } from '#lib/security-log-address.ts'
import type { Sink } from './sink.ts'

/** Opened for each batch: log rotation renames the file and cannot notify this process. */
export const createFileSink =
  ({ path }: FilePlace): Sink =>
  lines =>
    appendLines(path, lines.map(({ text }) => `${text}\n`).join(''))
