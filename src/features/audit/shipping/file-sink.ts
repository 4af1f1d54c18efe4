import { appendLines } from '#lib/appended-file.ts'
import type { FilePlace } from '#lib/security-log-address.ts'
import type { Sink } from './sink.ts'

/** Opens the file for each batch, because log rotation renames it and cannot notify this process. */
export const createFileSink =
  ({ path }: FilePlace): Sink =>
  lines =>
    appendLines(path, lines.map(({ text }) => `${text}\n`).join(''))
