import { type Bindings, type ChildLoggerOptions, type LogFn, type Logger, pino } from 'pino'
import { errorDigest } from './error-digest.ts'
import { plainWords } from './plain-words.ts'

export type Log = Logger

/** Answers what may be written of a value, undefined for nothing. */
type Accept = (value: unknown) => unknown

const text =
  (shape: RegExp): Accept =>
  value =>
    typeof value === 'string' && shape.test(value) ? value : undefined

const number: Accept = value => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)
const flag: Accept = value => (typeof value === 'boolean' ? value : undefined)
const name = text(/^[a-z]{1,32}([_.:-][a-z0-9]{1,24}){0,6}$/)
const identifier = text(/^[\w.:-]{1,128}$/)

const schemes: Readonly<Record<string, true>> = { 'http:': true, 'https:': true, 'relative:': true }
// Other segments may be tokens: calendar feeds, one-time links.
const wordSegment = /^([a-z][a-z-]{0,30}|v\d{1,2})?$/

/** Scheme, host and path of an http address: no user name, password, query or fragment, only words in the path. */
const addressOnly: Accept = value => {
  const url = typeof value === 'string' ? URL.parse(value.slice(0, 2048), 'relative://-') : null
  if (!url || !schemes[url.protocol]) return undefined
  const path = url.pathname.split('/').map(part => (wordSegment.test(part) ? part : '…'))
  return `${url.protocol === 'relative:' ? '' : url.origin}${path.join('/')}`.slice(0, 300)
}

const names: Accept = value => {
  const list = Array.isArray(value) ? value.slice(0, 20).filter(item => name(item) !== undefined) : undefined
  return list ?? name(value)
}

// The only fields a line can have beside level, time, pid and msg. A value of another shape is left out as well.
const fields: ReadonlyMap<string, Accept> = new Map([
  ['event', name],
  ['requestId', identifier],
  ['method', text(/^[A-Z]{1,20}$/)],
  ['route', text(/^[\w/:{}*.-]{1,200}$/)],
  ['url', addressOnly],
  ['status', number],
  ['ms', number],
  ['organization', identifier],
  ['actor', identifier],
  ['record', identifier],
  ['job', name],
  ['kind', name],
  ['outcome', name],
  ['bucket', name],
  ['code', name],
  // SQLSTATE, or of the system: ENOSPC.
  ['errorCode', text(/^[A-Z0-9]{2,16}$/)],
  ['path', text(/^[\w@+./-]{1,300}$/)],
  ['role', name],
  ['roles', names],
  ['signal', text(/^SIG[A-Z0-9]{1,10}$/)],
  ['variable', text(/^[A-Z][A-Z0-9_]{1,63}$/)],
  ['version', text(/^\d{1,4}(\.\d{1,4}){0,3}$/)],
  ['migration', text(/^\d{4}-[a-z0-9-]{1,80}(\.sql)?$/)],
  ['count', number],
  ['bytes', number],
  ['freeBytes', number],
  ['connections', number],
  ['attempt', number],
  ['delayMs', number],
  ['exitCode', number],
  ['pid', number],
  ['port', number],
  ['first', flag],
  ['detail', value => (typeof value === 'string' ? plainWords(value) : undefined)],
  ['error', errorDigest],
])

// pino's and Fastify's names for two of them.
const aliases: ReadonlyMap<string, string> = new Map([
  ['err', 'error'],
  ['reqId', 'requestId'],
])

function allowed(input: object): Record<string, unknown> {
  const line: Record<string, unknown> = {}
  for (const key of Object.keys(input)) {
    // Only what is in the table is read at all: a request object behind another key costs nothing.
    const field = aliases.get(key) ?? key
    const accept = fields.get(field)
    const value: unknown = accept && Reflect.get(input, key)
    const written = value === undefined ? undefined : accept?.(value)
    if (written !== undefined) line[field] = written
  }
  return line
}

/** One call's arguments as pino takes them: fields, then the message without anything interpolated. */
function lineOf([first, second]: readonly unknown[]): [object] | [object, string] {
  const line = first instanceof Error ? { error: errorDigest(first) } : allowed(Object(first))
  const message = typeof first === 'string' ? first : second
  const words = typeof message === 'string' && !('error' in line) ? plainWords(message) : undefined
  return words === undefined ? [line] : [line, words]
}

function writeLine(this: Log, args: unknown[], write: LogFn): void {
  write.apply(this, lineOf(args))
}

/**
 * A pino logger that writes JSON lines to standard error (standard output is kept for the ready line), each field by
 * allow list and shape. Say what happened in `event`; a message is reduced to plain words, an error to its digest.
 * `level` is one of pino's. Children take bindings and a level; serializers, formatters and prefixes are ignored.
 */
export function createLog(options: { level: string; destination?: NodeJS.WritableStream }): Log {
  const settings = {
    level: options.level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: { logMethod: writeLine },
  }
  const log = pino(settings, options.destination ?? pino.destination({ dest: 2, sync: true }))
  const { child, setBindings } = log
  // pino puts the bindings of children past every formatter; children inherit these two from their parent.
  return Object.assign(log, {
    child(this: Log, bindings: Bindings, childOptions?: ChildLoggerOptions) {
      return child.call(this, allowed(bindings), childOptions?.level ? { level: childOptions.level } : {})
    },
    setBindings(this: Log, bindings: Bindings) {
      setBindings.call(this, allowed(bindings))
    },
  })
}
