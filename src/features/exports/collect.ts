import type { LedgerReader } from '#http/ledger.ts'
import { idFloor } from '#lib/ids.ts'
import { momentAt } from '#shared/as-of.ts'
import { type DatabaseSnapshot, endless, type ProofScope } from '#shared/exportable.ts'
import type { EvidenceExport } from './export.ts'
import { IndexSet } from './index-set.ts'
import type { LeasedExport } from './lease.ts'
import { Omissions } from './omissions.ts'
import { LedgerBehind, type ProvedRecord, prove, waitForPositions } from './prove.ts'
import { toSafeName } from './safe-name.ts'
import { ScratchFile } from './scratch.ts'
import { auditRowsAfter } from './trail-queries.ts'

/** An attached file that becomes an entry of the bundle. */
export interface AttachedFile {
  readonly path: string
  readonly byteSize: number
  readonly sha256: string
  readonly artifactId: string
}

/** The contents of a scope, in scratch files of this node. */
export interface CollectedScope extends AsyncDisposable {
  /** The records of each non-empty family as lines, by family name. */
  readonly families: ReadonlyMap<string, ScratchFile>
  /** One AttachedFile per line, in record order. */
  readonly files: ScratchFile
  /** The ledger rows to show. */
  readonly shownRows: IndexSet
  readonly omissions: Omissions
  readonly generation: number
}

const attachmentPath = ({ file }: ProvedRecord): string | undefined =>
  file && `data/attachments/${file.artifactId}/${toSafeName(file.name)}`

/** Renders a record as a line, without members that do not apply. Keeps stored text unchanged. */
const renderLine = (proved: ProvedRecord, path: string | undefined): string => {
  const members = [
    proved.leaf !== undefined && `"leaf":${proved.leaf},"record":${proved.record}`,
    proved.contentLeaf !== undefined && `"contentLeaf":${proved.contentLeaf},"content":${proved.content}`,
    path !== undefined && `"path":${JSON.stringify(path)}`,
  ]
  return `{${members.filter(member => member !== false).join(',')}}`
}

const isProved = ({ leaf, contentLeaf }: ProvedRecord): boolean => leaf !== undefined || contentLeaf !== undefined

const pageSize = 5000

/** Returns the range of audit rows that a bundle can show, as the ids that enclose it. */
const findTrailRange = (scope: ProofScope) => {
  if (scope.kind === 'period')
    return { from: idFloor('aud', Date.parse(scope.from)), until: idFloor('aud', Date.parse(scope.to)) }
  return { from: '', until: `aud_${scope.kind === 'asOf' ? momentAt(Date.parse(scope.at)).after : endless}` }
}

/** Yields every audit row in the snapshot, limited to the period or time of the scope if it has one. */
async function* readTrail({ query }: DatabaseSnapshot, scope: ProofScope): AsyncGenerator<string[], void, void> {
  const { from, until } = findTrailRange(scope)
  for (let after = from; ; ) {
    const page = await query(auditRowsAfter, { after, until, limit: pageSize })
    const last = page.at(-1)
    if (!last) return
    yield page.map(({ id }) => id)
    after = last.id
  }
}

/**
 * Reads all records of the scope as of one time, and finds the rows that prove each. It stores no files yet, so that
 * slow storage does not hold up the database.
 */
export const collect = async (leased: LeasedExport, request: EvidenceExport): Promise<CollectedScope> => {
  const { services, call, id, signal } = leased
  const { ledger, db, exportables, settings } = services
  const read: LedgerReader = (statement, values) => db.read(call.organizationId, statement, values)
  await using resources = new AsyncDisposableStack()
  const openScratch = async (name: string) =>
    resources.use(await ScratchFile.open(settings.scratchFolder, `${id}-${name}`))
  const files = await openScratch('files')
  const families = new Map<string, ScratchFile>()
  const shownRows = new IndexSet()
  const omissions = new Omissions()
  const scope = request.scope as ProofScope

  const head = await ledger.head(read)
  if (!head) throw new LedgerBehind()
  const { generation } = head
  const needs = { ledger, read, generation, ...(scope.kind === 'asOf' && { until: findTrailRange(scope).until }) }

  const write = async (family: string, proved: ProvedRecord): Promise<void> => {
    if (proved.changed === 'content') omissions.add({ kind: 'contents', reason: 'changed since', count: 1 })
    if (proved.changed === 'record') return omissions.add({ kind: 'records', reason: 'changed since', count: 1 })
    if (proved.isFromEarlierRelease) omissions.add({ kind: 'contents', reason: 'of an earlier release', count: 1 })
    if (!isProved(proved)) {
      const reason = proved.isFromEarlierRelease ? 'of an earlier release' : 'of an earlier generation'
      return omissions.add({ kind: 'records', reason, count: 1 })
    }
    const lines = families.get(family) ?? (await openScratch(family))
    families.set(family, lines)
    shownRows.add(proved.leaf)
    shownRows.add(proved.contentLeaf)
    const path = request.attachments ? attachmentPath(proved) : undefined
    await lines.appendLine(renderLine(proved, path))
    if (proved.file && path === undefined) omissions.add({ kind: 'attachments', reason: 'withheld', count: 1 })
    if (!proved.file || path === undefined) return
    const { byteSize, sha256, artifactId } = proved.file
    await files.appendLine(JSON.stringify({ path, byteSize, sha256, artifactId } satisfies AttachedFile))
  }

  await db.snapshot(call.organizationId, async snapshot => {
    for (const exportable of exportables) {
      for await (const { family, records, leftOut = [] } of exportable.pages(snapshot, scope)) {
        signal.throwIfAborted()
        leased.progressed()
        for (const proved of await prove(needs, snapshot, records)) await write(family, proved)
        for (const omission of leftOut) omissions.add(omission)
      }
    }
    if (request.ledger === 'proofs') return
    for await (const ids of readTrail(snapshot, scope)) {
      leased.progressed()
      for (const place of (await waitForPositions(needs, ids)).values())
        if (place.generation === generation) shownRows.add(place.index)
    }
  })
  const owned = resources.move()
  return { families, files, shownRows, omissions, generation, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
