import { statement, text } from '#db/statement.ts'
import { sentence } from '#lib/sentence.ts'
import { AuditEvent } from './audit.ts'
import type { Change } from './call.ts'
import type { Endpoint } from './endpoint.ts'
import { sentTag } from './entity-tag.ts'
import { invalid, Refusal } from './errors.ts'
import { nameOf } from './name-of.ts'
import { readRecord } from './record.ts'
import { render } from './render.ts'

/** The content of an If-Match header: any version, or a set of entity tags. */
type Expected = '*' | ReadonlySet<string>

const entityTags = /^[\t ,]*(?:(?:W\/)?"[!#-~\x80-\xff]*"(?:[\t ]*,[\t ,]*|[\t ]*$))+$/

/**
 * Reads If-Match (RFC 9110 section 13.1.1). Throws a 400. A tag that a compressing proxy weakened or suffixed counts as
 * the original: it names the version of a record, not the bytes of an answer.
 */
export const readIfMatch = (header: string | undefined): Expected | undefined => {
  if (header === undefined) return undefined
  if (header.trim() === '*') return '*'
  if (!entityTags.test(header))
    throw invalid(['If-Match'], sentence`field.if_match: must be * or entity tags in double quotes`)
  return new Set(Array.from(header.matchAll(/(?:W\/)?"[^"]*"/g), ([tag]) => sentTag(tag)))
}

/** The condition that a record still has a version that the caller has seen. */
export interface Precondition {
  readonly expected: Expected
  /** The endpoint that serves the record, and the parameters of its address. */
  readonly detail: Endpoint
  readonly params: Readonly<Record<string, string>>
  /** Whether the caller may read it there. */
  readonly mayRead: boolean
}

// Rows without a digest concern events that left the record unchanged, such as a test event.
const findLastChange = statement(
  'find_last_change',
  { resourceId: text, area: text },
  `select record, ${nameOf('e.actor_id')} as name from (
     select id, action, actor_id, record from audit_event
      where organization_id = :organization and resource_id = :resourceId order by id desc limit 100) e
    where split_part(action, '.', 1) = :area and record::json ->> 'outcome' = 'done'
      and coalesce(record::json ->> 'beforeDigest', record::json ->> 'afterDigest') is not null
    order by id desc limit 1`,
)

/** The author of the last change of a record by an action of the same kind; only people see names. */
const lastChange = async ({ read, actor }: Change, resourceId: string, like: string) => {
  const [area = ''] = like.split('.')
  const [row] = await read(findLastChange, { resourceId, area })
  if (!row) return undefined
  const { action, createdAt, actorKind, actorId } = readRecord(AuditEvent, row.record)
  return {
    action,
    at: createdAt,
    by: { kind: actorKind, id: actorId, ...(actor.kind === 'person' && { name: row.name }) },
  }
}

/** One read after the other: a transaction has one connection. */
const inTurn = (read: Change['read']): Change['read'] => {
  let last: Promise<unknown> = Promise.resolve()
  return (asked, values) => {
    const next = last.then(() => read(asked, values))
    last = next
    return next
  }
}

/**
 * Compares under the row lock of the change, before the change is made. Throws a 412 with the parts of the current
 * record and its last change that the caller may read. The verb handles a missing record.
 */
export const requireMatch = async (change: Change, action: string, precondition: Precondition): Promise<void> => {
  const { expected, detail, params, mayRead } = precondition
  if (expected === '*') return
  const [id = change.organizationId] = Object.values(params)
  const present = await detail.version?.(change, id)
  if (!present || expected.has(present.etag)) return
  const reader = { ...change, read: inTurn(change.read) }
  const readable = mayRead && {
    changed: await lastChange(change, present.resourceId, action),
    current: JSON.parse(render(detail, await detail.run(reader, { params, query: {} }))),
  }
  throw new Refusal(
    'precondition_failed',
    sentence`record.changed: The record has changed since you read it; read it again, then decide.`,
    {
      headers: { etag: present.etag },
      extra: { ...readable },
    },
  )
}
