import type { TObject } from 'typebox'
import { type Bound, currentRow } from '#family/bound.ts'
import { Rendered } from '#http/answer.ts'
import type { Call, Change } from '#http/call.ts'
import { changing, type Endpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { iso } from '#lib/clock.ts'
import type { Flow } from '#lib/flow.ts'
import type { Sentence } from '#lib/sentence.ts'
import { mayPublish, moved, publishers } from './publishing.ts'

type Values = Readonly<Record<string, unknown>>

interface Locked {
  readonly id: string
  readonly record: string
  readonly fields: Values
}

/** The records of versions or of their documents. */
interface Stored {
  lock(change: Change, id: string): Promise<Locked>
  update(change: Change, present: Locked, changes: Values): { readonly record: string }
}

interface Versions {
  readonly name: string
  readonly tag: string
  readonly bound: Bound
  readonly schema: TObject
  readonly records: Stored
  readonly flow: Flow<string, 'publish' | 'withdraw'>
  readonly document: { readonly records: Stored; requireInUse(document: Values): void }
  /** The action of a verb is named after it: `policy.version.publish`. */
  readonly action: string
  /** Of one version, with its parameters; the last one is `versionId`. */
  readonly path: string
  readonly params: TObject
  /** The document of a version, whose lock comes before that of the version. */
  documentOf(change: Change, params: Values): Promise<Locked>
  /** Throws a 404 if the parameters name a version of another document. */
  requireOfDocument?(params: Values, version: Values): void
  /** The people who may not publish a version, because they contributed to it. */
  contributorsOf(call: Call, version: Locked): Promise<readonly string[]>
  /** The refusal for them. */
  readonly ownVersion: Sentence
  /** The effect of publishing, for its summary. */
  readonly effect: string
}

const publishing = (versions: Versions): Endpoint =>
  changing({
    name: `publish${versions.name}`,
    summary: `Publish a version, which ${versions.effect}, as a person who did not contribute to it (four eyes)`,
    tag: versions.tag,
    method: 'POST',
    workspace: { path: `${versions.path}/publish`, roles: publishers },
    status: 200,
    action: `${versions.action}.publish`,
    params: versions.params,
    response: versions.schema,
    errors: ['not_found', 'forbidden_resource', 'unprocessable'],
    async run(change, { params }) {
      const { actor, now, tx } = change
      const document = await versions.documentOf(change, params)
      const version = await versions.records.lock(change, String(Object(params).versionId))
      versions.requireOfDocument?.(params, version.fields)
      versions.document.requireInUse(document.fields)
      const status = moved(versions.flow, String(version.fields.status), 'publish')
      if (!mayPublish(actor, await versions.contributorsOf(change, version)))
        throw new Refusal('forbidden_resource', versions.ownVersion)
      const published = { status, publishedBy: actor.id, publishedAt: iso(now) }
      const changed = versions.records.update(change, version, published)
      const { content } = await currentRow(tx, versions.bound, version.id)
      change.audit(version.id, { before: version.record, after: changed.record, content })
      const inForce = { status: 'active', currentVersionId: version.id }
      const active = versions.document.records.update(change, document, inForce)
      change.audit(document.id, { before: document.record, after: active.record })
      return new Rendered(changed.record)
    },
  })

const withdrawing = (versions: Versions): Endpoint =>
  changing({
    name: `withdraw${versions.name}`,
    summary: 'Withdraw an unpublished version; it keeps its number',
    tag: versions.tag,
    method: 'POST',
    workspace: { path: `${versions.path}/withdraw`, roles: ['admin', 'reviewer', 'contributor'] },
    status: 200,
    action: `${versions.action}.withdraw`,
    params: versions.params,
    response: versions.schema,
    errors: ['not_found', 'unprocessable'],
    async run(change, { params }) {
      const version = await versions.records.lock(change, String(Object(params).versionId))
      versions.requireOfDocument?.(params, version.fields)
      const status = moved(versions.flow, String(version.fields.status), 'withdraw')
      const changed = versions.records.update(change, version, { status })
      const { content } = await currentRow(change.tx, versions.bound, version.id)
      change.audit(version.id, { before: version.record, after: changed.record, content })
      return new Rendered(changed.record)
    },
  })

/** The verbs that publish and withdraw the versions of a document. */
export const versionVerbs = (versions: Versions): readonly Endpoint[] => [publishing(versions), withdrawing(versions)]
