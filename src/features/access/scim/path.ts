import { type Condition, parseFilter } from './filter.ts'
import { ScimProblem } from './problem.ts'

/** The target of an operation of a PATCH. Names are in lower case. */
export interface Target {
  /** An empty text for the resource itself. */
  readonly attribute: string
  readonly filter?: Condition
  readonly sub?: string
  /** The schema of an extension that is not stored. */
  readonly extension?: string
}

const cores = ['urn:ietf:params:scim:schemas:core:2.0:user', 'urn:ietf:params:scim:schemas:core:2.0:group']

/** Extensions end with a name behind the version: `urn:ietf:params:scim:schemas:extension:enterprise:2.0:User`. */
const extension = /^(urn:[\w:.-]+?:\d+\.\d+:\w+)(?:[:.](.+))?$/i

const local = /^([a-z$][\w$-]*)(?:\[(.*)\])?(?:\.([a-z$][\w$-]*))?$/i

const withoutCore = (path: string): string => {
  const lower = path.toLowerCase()
  const core = cores.find(urn => lower === urn || lower.startsWith(`${urn}:`))
  return core ? path.slice(core.length + 1) : path
}

/**
 * Parses the path of an operation (RFC 7644 section 3.5.2), or a key of a value without a path. Throws `invalidPath`.
 */
export const parsePath = (path: string): Target => {
  if (path.length > 1024) throw new ScimProblem('invalidPath', 'A path has at most 1024 characters.')
  const rest = withoutCore(path.trim())
  if (rest === '') return { attribute: '' }
  const [, urn, name = ''] = extension.exec(rest) ?? []
  if (urn) return { attribute: name.toLowerCase(), extension: urn }
  const [, attribute, filter, sub] = local.exec(rest) ?? []
  if (!attribute)
    throw new ScimProblem('invalidPath', 'The path cannot be read; an example is emails[type eq "work"].value.')
  return {
    attribute: attribute.toLowerCase(),
    ...(filter !== undefined && { filter: parseFilter(filter) }),
    ...(sub && { sub: sub.toLowerCase() }),
  }
}
