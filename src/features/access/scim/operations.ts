import { parsePath, type Target } from './path.ts'
import { ScimProblem } from './problem.ts'

/** One change of one attribute. */
export interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove'
  readonly target: Target
  /** The path as the provider sent it, for reports. */
  readonly path: string
  readonly value: unknown
}

const maxOperations = 1000

/** Reads a field of an object, ignoring case, since attribute names are case insensitive (RFC 7643 section 2.1). */
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

const readWithoutPath = (op: PatchOperation['op'], value: unknown): PatchOperation[] => {
  if (op === 'remove') throw new ScimProblem('noTarget', 'An operation that removes something needs a path.')
  if (!isObject(value))
    throw new ScimProblem('invalidValue', 'The value of an operation without a path must be an object.')
  return Object.entries(value).flatMap(([path, value]) => {
    const target = parsePath(path)
    if (target.attribute === '' && !target.extension) return readWithoutPath(op, value)
    return [{ op, target, path, value }]
  })
}

const readOperation = (input: unknown): PatchOperation[] => {
  const op = readKind(field(input, 'op'))
  const path = field(input, 'path')
  const value = field(input, 'value')
  if (path === undefined || path === null || path === '') return readWithoutPath(op, value)
  if (typeof path !== 'string') throw new ScimProblem('invalidPath', 'A path must be a string.')
  const target = parsePath(path)
  return target.attribute === '' && !target.extension ? readWithoutPath(op, value) : [{ op, target, path, value }]
}

/**
 * Reads the body of a PATCH into changes of single attributes, in their order. An operation without a path becomes one
 * operation for each field of its value; a field's name may itself be a path. Throws a ScimProblem.
 */
export const readOperations = (body: unknown): PatchOperation[] => {
  const operations = field(body, 'Operations')
  if (!Array.isArray(operations) || operations.length === 0)
    throw new ScimProblem('invalidSyntax', 'A PATCH needs a list of Operations.')
  if (operations.length > maxOperations)
    throw new ScimProblem('invalidSyntax', `A PATCH has at most ${maxOperations} operations; send several.`)
  return operations.flatMap(readOperation)
}
