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

/** The value of an If-Match header: any version, or a set of entity tags. */
type ExpectedVersion = '*' | ReadonlySet<string>

const entityTags = /^[\t ,]*(?:(?:W\/)?"[!#-~\x80-\xff]*"(?:[\t ]*,[\t ,]*|[\t ]*$))+$/

/**
 * Reads If-Match (RFC 9110 section 13.1.1). Throws a 400 if it is malformed. A tag that a compressing proxy weakened or
 * suffixed counts as the original: it identifies the version of a record, not the bytes of a response.
 */
export const readIfMatch = (header: string | undefined): ExpectedVersion | undefined => {
  if (header === undefined) return undefined
  if (header.trim() === '*') return '*'
  if (!entityTags.test(header))
    throw invalid(['If-Match'], sentence`field.if_match: must be * or entity tags in double quotes`)
  return new Set(Array.from(header.matchAll(/(?:W\/)?"[^"]*"/g), ([tag]) => sentTag(tag)))
}

/** The condition that a record still has a version that the caller has read. */
export interface Precondition {
  readonly expected: ExpectedVersion
  /** The endpoint that serves the record, and the parameters of its address. */
  readonly detail: Endpoint
  readonly params: Readonly<Record<string, string>>
  /** Whether the caller may read the record at that endpoint. */
  readonly mayRead: boolean
}

// Rows without a digest record actions that left the record unchanged, such as sending a test event.
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

/** Finds the last change of a record by an action in the same area; only people see the author's name. */
const lastChange = async ({ read, actor }: Change, resourceId: string, changeAction: string) => {
  const [area = ''] = changeAction.split('.')
  const [row] = await read(findLastChange, { resourceId, area })
  if (!row) return undefined
  const { action, createdAt, actorKind, actorId } = readRecord(AuditEvent, row.record)
  return {
    action,
    at: createdAt,
    by: { kind: actorKind, id: actorId, ...(actor.kind === 'person' && { name: row.name }) },
  }
}

/** Makes reads run one after the other, because a transaction has one connection. */
const serialize = (read: Change['read']): Change['read'] => {
  let last: Promise<unknown> = Promise.resolve()
  return (statement, values) => {
    const next = last.then(() => read(statement, values))
    last = next
    return next
  }
}

/**
 * Locks the record and compares its version with the expected one. Throws a 412 if they differ; for callers who may
 * read the record, it contains the current record and its last change. The operation handles a missing record.
 */
export const requireMatch = async (change: Change, action: string, precondition: Precondition): Promise<void> => {
  const { expected, detail, params, mayRead } = precondition
  if (expected === '*') return
  const [id = change.organizationId] = Object.values(params)
  const current = await detail.version?.(change, id)
  if (!current || expected.has(current.etag)) return
  const reader = { ...change, read: serialize(change.read) }
  const readable = mayRead && {
    changed: await lastChange(change, current.resourceId, action),
    current: JSON.parse(render(detail, await detail.run(reader, { params, query: {} }))),
  }
  throw new Refusal(
    'precondition_failed',
    sentence`record.changed: The record has changed since you read it; read it again, then decide.`,
    {
      headers: { etag: current.etag },
      extra: { ...readable },
    },
  )
}
