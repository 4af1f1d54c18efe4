import { type Condition, parseFilter } from './filter.ts'
import { ScimProblem } from './problem.ts'

/** The target of a PATCH operation. Names are in lower case. */
export interface Target {
  /** Empty for the resource itself. */
  readonly attribute: string
  readonly filter?: Condition
  readonly sub?: string
  /** The schema of an extension that is not stored. */
  readonly extension?: string
}

const coreSchemas = ['urn:ietf:params:scim:schemas:core:2.0:user', 'urn:ietf:params:scim:schemas:core:2.0:group']

/**
 * An extension's URN ends with a name after the version: `urn:ietf:params:scim:schemas:extension:enterprise:2.0:User`.
 */
const extensionPattern = /^(urn:[\w:.-]+?:\d+\.\d+:\w+)(?:[:.](.+))?$/i

const pathPattern = /^([a-z$][\w$-]*)(?:\[(.*)\])?(?:\.([a-z$][\w$-]*))?$/i

const withoutCore = (path: string): string => {
  const lower = path.toLowerCase()
  const core = coreSchemas.find(urn => lower === urn || lower.startsWith(`${urn}:`))
  return core ? path.slice(core.length + 1) : path
}

/**
 * Parses the path of an operation (RFC 7644 section 3.5.2), or a key of its value if it has no path. Throws
 * `invalidPath`.
 */
export const parsePath = (path: string): Target => {
  if (path.length > 1024) throw new ScimProblem('invalidPath', 'A path has at most 1024 characters.')
  const rest = withoutCore(path.trim())
  if (rest === '') return { attribute: '' }
  const [, urn, name = ''] = extensionPattern.exec(rest) ?? []
  if (urn) return { attribute: name.toLowerCase(), extension: urn }
  const [, attribute, filter, sub] = pathPattern.exec(rest) ?? []
  if (!attribute)
    throw new ScimProblem('invalidPath', 'The path cannot be read; an example is emails[type eq "work"].value.')
  return {
    attribute: attribute.toLowerCase(),
    ...(filter !== undefined && { filter: parseFilter(filter) }),
    ...(sub && { sub: sub.toLowerCase() }),
  }
}
