import { appendLines } from '#lib/appended-file.ts'
import type { FileDestination } from '#lib/security-log-address.ts'
import type { Sink } from './sink.ts'

/** Opens the file for each batch, because log rotation renames it and cannot notify this process. */
export const createFileSink =
  ({ path }: FileDestination): Sink =>
  lines =>
    appendLines(path, lines.map(({ text }) => `${text}\n`).join(''))
