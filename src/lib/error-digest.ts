import { constants } from 'node:os'
import { plainWords } from './plain-words.ts'

/** What a log line may say of an error: `at` names places of our code as file:line:column, innermost first. */
type ErrorDigest = {
  class: string
  code?: string
  message?: string
  at?: readonly string[]
  cause?: ErrorDigest
}

const root = import.meta.dirname.slice(0, -'src/lib'.length)
const MAX_PLACES = 8
const MAX_CAUSES = 3

const className = /^[A-Za-z][A-Za-z0-9]{0,63}$/
// ERR_INVALID_URL, FST_ERR_…, UND_ERR_…; DEP0169 of a deprecation; SQLSTATE (23505); our own identifiers (invalid_cursor).
const codeShape = /^([A-Z][A-Z0-9]{0,15}(_[A-Z0-9]{1,24}){1,6}|DEP\d{4}|[0-9A-Z]{5}|[a-z]{1,24}(_[a-z]{1,24}){0,4})$/
const place = /(?:file:\/\/)?(\/[^\s():]+):(\d{1,6}):(\d{1,6})\)?$/
const placeShape = /^[\w@+./-]{1,160}$/

function codeOf(error: Error): string | undefined {
  const code = 'code' in error ? error.code : undefined
  return typeof code === 'string' && (code in constants.errno || codeShape.test(code)) ? code : undefined
}

function placesOf({ stack, message }: Error): string[] {
  if (typeof stack !== 'string') return []
  const head = stack.indexOf(message)
  const frames = head < 0 ? stack : stack.slice(head + message.length)
  return frames
    .split('\n', 64)
    .flatMap(line => {
      const [, file = '', row = '', column = ''] = (line.startsWith('    at ') && place.exec(line)) || []
      const inside = file.startsWith(root) ? file.slice(root.length) : ''
      return placeShape.test(inside) ? [`${inside}:${row}:${column}`] : []
    })
    .slice(0, MAX_PLACES)
}

function causeOf(error: Error): unknown {
  return error.cause ?? (error instanceof AggregateError ? error.errors[0] : undefined)
}

/**
 * The class, the code, the message in plain words and the places of an error, and the same of its causes. Nothing
 * else of it (fields, full message, values) is taken over, whatever a library put there.
 */
export function errorDigest(error: unknown, causes = MAX_CAUSES): ErrorDigest {
  if (!(error instanceof Error)) return { class: typeof error }
  const name: unknown = Object.getPrototypeOf(error)?.constructor?.name
  const code = codeOf(error)
  const message = typeof error.message === 'string' ? plainWords(error.message) : undefined
  const at = placesOf(error)
  const cause = causes > 0 ? causeOf(error) : undefined
  return {
    class: typeof name === 'string' && className.test(name) ? name : 'Error',
    ...(code !== undefined && { code }),
    ...(message !== undefined && { message }),
    ...(at.length > 0 && { at }),
    ...(cause !== undefined && { cause: errorDigest(cause, causes - 1) }),
  }
}
