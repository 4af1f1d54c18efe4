import { parsePath, type Target } from './path.ts'
import { ScimProblem } from './problem.ts'

/** One change of one attribute. */
export interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove'
  readonly target: Target
  /** The path as it was sent, for reports. */
  readonly path: string
  readonly value: unknown
}

const maxOperations = 1000

/** A field of an object, ignoring case: names of attributes are case insensitive (RFC 7643 section 2.1). */
export const field = (object: unknown, name: string): unknown => {
  const fields: Record<string, unknown> = Object(object)
  if (Object.hasOwn(fields, name)) return fields[name]
  const lower = name.toLowerCase()
  const key = Object.keys(fields).find(key => key.toLowerCase() === lower)
  return key === undefined ? undefined : fields[key]
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const readKind = (op: unknown): PatchOperation['op'] => {
  const kind = typeof op === 'string' ? op.toLowerCase() : ''
  if (kind === 'add' || kind === 'replace' || kind === 'remove') return kind
  throw new ScimProblem('invalidSyntax', 'An operation is add, replace or remove.')
}

const spread = (op: PatchOperation['op'], value: unknown): PatchOperation[] => {
  if (op === 'remove') throw new ScimProblem('noTarget', 'An operation that removes something needs a path.')
  if (!isObject(value))
    throw new ScimProblem('invalidValue', 'The value of an operation without a path must be an object.')
  return Object.entries(value).flatMap(([path, value]) => {
    const target = parsePath(path)
    if (target.attribute === '' && !target.extension) return spread(op, value)
    return [{ op, target, path, value }]
  })
}

const readOperation = (sent: unknown): PatchOperation[] => {
  const op = readKind(field(sent, 'op'))
  const path = field(sent, 'path')
  const value = field(sent, 'value')
  if (path === undefined || path === null || path === '') return spread(op, value)
  if (typeof path !== 'string') throw new ScimProblem('invalidPath', 'A path is a text.')
  const target = parsePath(path)
  return target.attribute === '' && !target.extension ? spread(op, value) : [{ op, target, path, value }]
}

/**
 * Reads the body of a PATCH into changes of single attributes, in their order. An operation without a path counts as
 * one for each field of its value, whose names may be paths themselves. Throws a ScimProblem.
 */
export const readOperations = (body: unknown): PatchOperation[] => {
  const sent = field(body, 'Operations')
  if (!Array.isArray(sent) || sent.length === 0)
    throw new ScimProblem('invalidSyntax', 'A PATCH needs a list of Operations.')
  if (sent.length > maxOperations)
    throw new ScimProblem('invalidSyntax', `A PATCH has at most ${maxOperations} operations; send several.`)
  return sent.flatMap(readOperation)
}
