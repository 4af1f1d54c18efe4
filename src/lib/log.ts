import { type LevelWithSilent, pino } from 'pino'
import { errorDigest } from './error-digest.ts'
import { redactUrls } from './redact-urls.ts'

type Text = string | null | undefined

/** A line of the log: the event, in snake_case, and its fields. Nothing else can be logged. */
export interface LogLine {
  readonly event: string
  readonly requestId?: Text
  readonly route?: Text
  readonly organization?: Text
  readonly record?: Text
  readonly job?: Text
  readonly kind?: Text
  /** Text from the program itself, or a line from the embedded PostgreSQL. */
  readonly detail?: Text
  readonly host?: Text
  readonly url?: Text
  readonly path?: Text
  /** An SQLSTATE, or a system error code such as ENOSPC. */
  readonly errorCode?: Text
  readonly signal?: Text
  readonly exitCode?: number | null | undefined
  readonly count?: number | undefined
  readonly connections?: number | undefined
  readonly freeBytes?: number | undefined
  readonly first?: boolean | undefined
  /** Any thrown value; `errorDigest` decides which parts are logged. */
  readonly error?: unknown
}

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'
export type Log = Readonly<Record<Level, (line: LogLine) => void>>

const text = (value: unknown) => (typeof value === 'string' ? redactUrls(value) : undefined)
const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)
const flag = (value: unknown) => (typeof value === 'boolean' ? value : undefined)

/** The only fields that a line can have other than level, time and pid, each with its format. */
const serializers = {
  event: text,
  requestId: text,
  route: text,
  organization: text,
  record: text,
  job: text,
  kind: text,
  detail: text,
  host: text,
  url: text,
  path: text,
  errorCode: text,
  signal: text,
  exitCode: number,
  count: number,
  connections: number,
  freeBytes: number,
  first: flag,
  error: errorDigest,
} satisfies Readonly<Record<keyof LogLine, (value: unknown) => unknown>>

const knownFields = (line: object) =>
  Object.fromEntries(Object.entries(line).filter(([name]) => Object.hasOwn(serializers, name)))

/**
 * Creates a pino logger that writes JSON lines to standard error; standard output is reserved for the ready line. No
 * secrets are logged: a line has only the fields above, an error is written as its digest, and URLs are redacted
 * ([045](../../docs/decisions/045-logs-that-an-operator-can-read.md)).
 */
export function createLog(options: { level: LevelWithSilent; destination?: NodeJS.WritableStream }): Log {
  return pino(
    {
      level: options.level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers,
      formatters: { level: label => ({ level: label }), log: knownFields },
    },
    options.destination ?? pino.destination({ dest: 2, sync: true }),
  )
}
