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

/** Compiles a JSON Schema for Fastify; every finding is reported, not only the first. */
export const compile = ajv.compile.bind(ajv)

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
 * What JSON Schema does not look at: NUL and lone surrogates (PostgreSQL stores neither), numbers that are not
 * finite, and nesting deeper than 32, anywhere in the value, keys included. Iterative, so depth cannot exhaust the stack.
 */
export const findUnstorable = (value: unknown): Issue | undefined => {
  const left: { path: (string | number)[]; value: unknown }[] = [{ path: [], value }]
  for (let item = left.pop(); item; item = left.pop()) {
    const problem = problemOf(item.value, item.path.length)
    if (problem) return { path: item.path, message: problem }
    if (typeof item.value !== 'object' || item.value === null) continue
    for (const [key, child] of Object.entries(item.value)) {
      const path = [...item.path, Array.isArray(item.value) ? Number(key) : key]
      if (problemOf(key, 0)) return { path: item.path, message: 'has a field name with a NUL or an unpaired surrogate' }
      left.push({ path, value: child })
    }
  }
  return undefined
}

const problemOf = (value: unknown, depth: number): string | undefined => {
  if (depth > maxDepth) return `is nested deeper than ${maxDepth} levels`
  if (typeof value === 'number' && !Number.isFinite(value)) return 'is a number out of range'
  if (typeof value !== 'string') return undefined
  if (value.includes('\0')) return 'must not contain NUL'
  return value.isWellFormed() ? undefined : 'must not contain an unpaired surrogate'
}
