import { Ajv, type ErrorObject } from 'ajv'
import { parseTimestamp } from '#lib/clock.ts'
import type { Issue } from './errors.ts'

const ajv = new Ajv({ allErrors: true, useDefaults: true, strict: false, verbose: true, removeAdditional: false })

ajv.addFormat('date-time', text => parseTimestamp(text) !== undefined)

ajv.addKeyword({
  keyword: 'trimmedLength',
  type: 'string',
  validate: ([least, most]: [number, number], text: string) => {
    const length = [...text.trim()].length
    return length >= least && length <= most
  },
})

ajv.addKeyword({
  keyword: 'maxJsonBytes',
  type: 'object',
  validate: (most: number, value: object) => Buffer.byteLength(JSON.stringify(value)) <= most,
})

/** What Fastify calls with a part of a request; what it found is in `errors`. */
interface Validator {
  (data: unknown): boolean
  errors?: ErrorObject[] | null
}

/** Compiles a JSON Schema; every finding is reported, not only the first. */
export const compile = ajv.compile.bind(ajv)

/** Compiles the schema when it is first met, in 1 ms: those of all operations together take 0.3 s of a start. */
export const validatorOf = (schema: object): Validator => {
  let compiled: Validator | undefined
  const validate: Validator = data => {
    compiled ??= compile(schema)
    const valid = compiled(data)
    validate.errors = compiled.errors ?? null
    return valid
  }
  return validate
}

type Params = Record<string, unknown>

// Messages for the keywords whose own wording does not say what to send.
const wording: Record<string, (params: Params, schema: unknown) => string> = {
  required: () => 'is required',
  additionalProperties: () => 'is not a known field',
  enum: params => `must be one of ${(params.allowedValues as unknown[]).join(', ')}`,
  trimmedLength: (_, schema) => {
    const [least, most] = schema as [number, number]
    return `must contain at least ${least} and at most ${most} characters after trimming`
  },
  maxJsonBytes: (_, schema) => `must be at most ${schema} bytes as JSON`,
  'date-time': () => 'must be an ISO 8601 timestamp with a time zone, such as 2026-01-31T09:00:00.000Z',
}

const fieldOf = ({ keyword, params }: ErrorObject): string[] => {
  if (keyword === 'required') return [params.missingProperty]
  if (keyword === 'additionalProperties') return [params.additionalProperty]
  return []
}

const segments = (pointer: string): (string | number)[] =>
  pointer
    .split('/')
    .slice(1)
    .map(part => (/^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~')))

/** A validation error of Ajv as an issue of the envelope (interface section 7.1). */
export const toIssue = (error: ErrorObject): Issue => {
  const word = wording[error.keyword === 'format' ? error.params.format : error.keyword]
  return {
    path: [...segments(error.instancePath), ...fieldOf(error)],
    message: word?.(error.params, error.schema) ?? error.message ?? 'is invalid',
  }
}

const maxDepth = 32

/**
 * What JSON Schema does not look at: NUL and lone surrogates (PostgreSQL stores neither), numbers that cannot be kept
 * as they were written, fields called `__proto__`, and nesting deeper than 32, anywhere in the value. The path is built
 * on the way back: 500,000 values take 20 ms, and no value is deeper than the limit before it is looked at.
 */
export const findUnstorable = (value: unknown, depth = 0): Issue | undefined => {
  const problem = depth > maxDepth ? `is nested deeper than ${maxDepth} levels` : problemOf(value)
  if (problem) return { path: [], message: problem }
  if (typeof value !== 'object' || value === null) return undefined
  const fields: Record<string, unknown> = Object(value)
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value)
  for (const key of keys) {
    const unusable = typeof key === 'string' && problemOfName(key)
    if (unusable) return { path: [key], message: unusable }
    const found = findUnstorable(fields[key], depth + 1)
    if (found) return { path: [key, ...found.path], message: found.message }
  }
  return undefined
}

const problemOfName = (name: string): string | undefined => {
  if (name === '__proto__') return 'is a field name that is not accepted'
  return problemOf(name) && 'is a field name with a NUL or an unpaired surrogate'
}

// An integer beyond 2^53 is not the one that was sent any more: JSON readers round it.
const problemOfNumber = (value: number): string | undefined => {
  if (!Number.isFinite(value)) return 'is a number out of range'
  return Number.isInteger(value) && !Number.isSafeInteger(value)
    ? 'is an integer beyond 2^53 - 1, which would be rounded; send it as text'
    : undefined
}

const problemOf = (value: unknown): string | undefined => {
  if (typeof value === 'number') return problemOfNumber(value)
  if (typeof value !== 'string') return undefined
  if (value.includes('\0')) return 'must not contain NUL'
  return value.isWellFormed() ? undefined : 'must not contain an unpaired surrogate'
}

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Name of the first query parameter that is not percent-encoded UTF-8; the parser would take it as it is written. */
export const findUndecodable = (url: string): string | undefined => {
  const start = url.indexOf('?')
  if (start === -1 || isDecodable(url.slice(start))) return undefined
  const pairs = url.slice(start + 1).split('&')
  return pairs.find(pair => !isDecodable(pair))?.split('=')[0]
}
