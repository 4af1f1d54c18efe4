import type { TObject } from 'typebox'
import { type Bound, currentRow } from '#family/bound.ts'
import type { Call, Change } from '#http/call.ts'
import { changeEndpoint, type Endpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { iso } from '#lib/clock.ts'
import type { Flow } from '#lib/flow.ts'
import type { Sentence } from '#lib/sentence.ts'
import { mayPublish, nextVersionStatus, publishers } from './publishing.ts'

type Values = Readonly<Record<string, unknown>>

interface LockedRecord {
  readonly id: string
  readonly record: string
  readonly fields: Values
}

/** The stored versions or documents. */
interface RecordStore {
  lock(change: Change, id: string): Promise<LockedRecord>
  update(change: Change, current: LockedRecord, changes: Values): { readonly record: string }
}

interface VersionDeclaration {
  readonly name: string
  readonly tag: string
  readonly bound: Bound
  readonly schema: TObject
  readonly records: RecordStore
  readonly flow: Flow<string, 'publish' | 'withdraw'>
  readonly document: { readonly records: RecordStore; requireInUse(document: Values): void }
  /** The prefix of audit actions: `policy.version`, for `policy.version.publish`. */
  readonly action: string
  /** The path of one version. Its last parameter is `versionId`. */
  readonly path: string
  readonly params: TObject
  /** Locks the document of a version. This lock precedes the version's lock. */
  lockDocument(change: Change, params: Values): Promise<LockedRecord>
  /** Throws a 404 if the parameters name a version of another document. */
  requireMatchingDocument?(params: Values, version: Values): void
  /** Returns the contributors to a version, who may not publish it. */
  contributorsOf(call: Call, version: LockedRecord): Promise<readonly string[]>
  /** The refusal for contributors who try to publish. */
  readonly ownVersion: Sentence
  /** The effect of publishing, as the summary describes it. */
  readonly effect: string
}

const createPublish = (versions: VersionDeclaration): Endpoint =>
  changeEndpoint({
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
      const document = await versions.lockDocument(change, params)
      const version = await versions.records.lock(change, String(Object(params).versionId))
      versions.requireMatchingDocument?.(params, version.fields)
      versions.document.requireInUse(document.fields)
      const status = nextVersionStatus(versions.flow, String(version.fields.status), 'publish')
      if (!mayPublish(actor, await versions.contributorsOf(change, version)))
        throw new Refusal('forbidden_resource', versions.ownVersion)
      const publication = { status, publishedBy: actor.id, publishedAt: iso(now) }
      const changed = versions.records.update(change, version, publication)
      const { content } = await currentRow(tx, versions.bound, version.id)
      change.audit(version.id, { before: version.record, after: changed.record, content })
      const documentChanges = { status: 'active', currentVersionId: version.id }
      const changedDocument = versions.document.records.update(change, document, documentChanges)
      change.audit(document.id, { before: document.record, after: changedDocument.record })
      return new Rendered(changed.record)
    },
  })

const createWithdraw = (versions: VersionDeclaration): Endpoint =>
  changeEndpoint({
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
      versions.requireMatchingDocument?.(params, version.fields)
      const status = nextVersionStatus(versions.flow, String(version.fields.status), 'withdraw')
      const changed = versions.records.update(change, version, { status })
      const { content } = await currentRow(change.tx, versions.bound, version.id)
      change.audit(version.id, { before: version.record, after: changed.record, content })
      return new Rendered(changed.record)
    },
  })

/** Creates the endpoints that publish and withdraw a document's versions. */
export const versionVerbs = (versions: VersionDeclaration): readonly Endpoint[] => [
  createPublish(versions),
  createWithdraw(versions),
]
