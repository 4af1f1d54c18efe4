import { sep } from 'node:path'
import pg from 'pg'
import { codeOf, framesOf, isOfSystem, messageOf } from './error-message.ts'
import { root } from './program-files.ts'

/** An error as it is logged; `at` lists positions in the program's own code as file:line:column, innermost first. */
type ErrorDigest = {
  class: string
  code?: string
  message?: string
  at?: readonly string[]
  cause?: ErrorDigest
}

const rootSlash = `${root}${sep}`
const maxPositions = 8
const maxCauses = 3

const className = /^[A-Za-z][A-Za-z0-9]{0,63}$/
// ENOSPC; ERR_INVALID_URL, FST_ERR_…; a deprecation (DEP0169); an SQLSTATE (23505); our error codes (invalid_cursor).
const codePattern =
  /^(E[A-Z0-9]{1,15}|[A-Z][A-Z0-9]{0,15}(_[A-Z0-9]{1,24}){1,6}|DEP\d{4}|[0-9A-Z]{5}|[a-z]{1,24}(_[a-z]{1,24}){0,4})$/
const framePosition = /(?:file:\/\/)?(\/[^\s():]+):(\d{1,6}):(\d{1,6})\)?$/
const filePattern = /^[\w@+./-]{1,160}$/

/** The fields to log, by the origin of an error: the system, PostgreSQL (no data from rows), or a mail server. */
const fields: readonly (readonly [applies: (error: Error) => boolean, names: readonly string[]])[] = [
  [isOfSystem, ['syscall', 'address', 'port', 'hostname', 'path']],
  [error => error instanceof pg.DatabaseError, ['routine', 'schema', 'table', 'column', 'constraint']],
  [error => 'responseCode' in error && typeof error.responseCode === 'number', ['responseCode']],
]

const fieldsOf = (error: Error): Record<string, unknown> => {
  const names = fields.flatMap(([applies, names]) => (applies(error) ? names : []))
  return Object.fromEntries(
    names
      .map(name => [name, Reflect.get(error, name)])
      .filter(([, value]) => ['string', 'number'].includes(typeof value)),
  )
}

function positionsOf(error: Error): string[] {
  return framesOf(error)
    .flatMap(line => {
      const [, file = '', row = '', column = ''] = framePosition.exec(line) ?? []
      const inside = file.startsWith(rootSlash) ? file.slice(rootSlash.length) : ''
      return filePattern.test(inside) ? [`${inside}:${row}:${column}`] : []
    })
    .slice(0, maxPositions)
}

function causeOf(error: Error): unknown {
  return error.cause ?? (error instanceof AggregateError ? error.errors[0] : undefined)
}

/**
 * Returns the class, code, positions and loggable fields of an error, its message if that contains no values
 * (`messageOf`), and the same for its causes. Omits everything else, because a library may add secrets.
 */
export function errorDigest(error: unknown, causes = maxCauses): ErrorDigest {
  if (!(error instanceof Error)) return { class: typeof error }
  const name: unknown = Object.getPrototypeOf(error)?.constructor?.name
  const code = codeOf(error)
  const message = messageOf(error)
  const at = positionsOf(error)
  const cause = causes > 0 ? causeOf(error) : undefined
  return {
    class: typeof name === 'string' && className.test(name) ? name : 'Error',
    ...(code !== undefined && codePattern.test(code) && { code }),
    ...(message !== undefined && { message }),
    ...fieldsOf(error),
    ...(at.length > 0 && { at }),
    ...(cause !== undefined && { cause: errorDigest(cause, causes - 1) }),
  }
}

/** Describes an error for people: its message or, if that must not be shown, its class, code and position. */
export function sentenceOf(error: unknown): string {
  const { class: kind, code, message, at = [] } = errorDigest(error)
  return message ?? [kind, code, at.length > 0 && `at ${at.join(', ')}`].filter(Boolean).join(' ')
}
