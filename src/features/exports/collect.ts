import type { LedgerReader } from '#http/ledger.ts'
import { idFloor } from '#lib/ids.ts'
import { momentAt } from '#shared/as-of.ts'
import { type DatabaseSnapshot, endless, type ProofScope } from '#shared/exportable.ts'
import type { EvidenceExport } from './export.ts'
import { IndexSet } from './index-set.ts'
import type { LeasedExport } from './lease.ts'
import { Omissions } from './left-out.ts'
import { LedgerBehind, type ProvedRecord, placesOf, prove } from './prove.ts'
import { safeName } from './safe-name.ts'
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
export interface Collected extends AsyncDisposable {
  /** The records of each non-empty family as lines, by family name. */
  readonly families: ReadonlyMap<string, ScratchFile>
  /** One AttachedFile per line, in record order. */
  readonly files: ScratchFile
  /** The ledger rows to show. */
  readonly shown: IndexSet
  readonly omissions: Omissions
  readonly generation: number
}

const pathOf = ({ file }: ProvedRecord): string | undefined =>
  file && `data/attachments/${file.artifactId}/${safeName(file.name)}`

/** Renders a line. It omits members that do not apply and keeps stored text unchanged. */
const lineOf = (one: ProvedRecord, path: string | undefined): string => {
  const members = [
    one.leaf !== undefined && `"leaf":${one.leaf},"record":${one.record}`,
    one.contentLeaf !== undefined && `"contentLeaf":${one.contentLeaf},"content":${one.content}`,
    path !== undefined && `"path":${JSON.stringify(path)}`,
  ]
  return `{${members.filter(member => member !== false).join(',')}}`
}

const isProved = ({ leaf, contentLeaf }: ProvedRecord): boolean => leaf !== undefined || contentLeaf !== undefined

const rowsAtOnce = 5000

/** Returns the range of audit rows that a bundle can show, as the ids that enclose it. */
const stretchOf = (scope: ProofScope) => {
  if (scope.kind === 'period')
    return { from: idFloor('aud', Date.parse(scope.from)), until: idFloor('aud', Date.parse(scope.to)) }
  return { from: '', until: `aud_${scope.kind === 'asOf' ? momentAt(Date.parse(scope.at)).after : endless}` }
}

/** Yields every audit row in the snapshot, limited to the period or time of the scope if it has one. */
async function* rowsOf({ query }: DatabaseSnapshot, scope: ProofScope): AsyncGenerator<string[], void, void> {
  const { from, until } = stretchOf(scope)
  for (let after = from; ; ) {
    const page = await query(auditRowsAfter, { after, until, limit: rowsAtOnce })
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
export const collect = async (leased: LeasedExport, asked: EvidenceExport): Promise<Collected> => {
  const { services, call, id, signal } = leased
  const { ledger, db, exportables, settings } = services
  const read: LedgerReader = (statement, values) => db.read(call.organizationId, statement, values)
  await using resources = new AsyncDisposableStack()
  const open = async (name: string) => resources.use(await ScratchFile.open(settings.scratchFolder, `${id}-${name}`))
  const files = await open('files')
  const families = new Map<string, ScratchFile>()
  const shown = new IndexSet()
  const omissions = new Omissions()
  const scope = asked.scope as ProofScope

  const head = await ledger.head(read)
  if (!head) throw new LedgerBehind()
  const { generation } = head
  const needs = { ledger, read, generation, ...(scope.kind === 'asOf' && { until: stretchOf(scope).until }) }

  const write = async (family: string, one: ProvedRecord): Promise<void> => {
    if (one.changed === 'content') omissions.add({ kind: 'contents', reason: 'changed since', count: 1 })
    if (one.changed === 'record') return omissions.add({ kind: 'records', reason: 'changed since', count: 1 })
    if (one.isOlder) omissions.add({ kind: 'contents', reason: 'of an earlier release', count: 1 })
    if (!isProved(one)) {
      const reason = one.isOlder ? 'of an earlier release' : 'of an earlier generation'
      return omissions.add({ kind: 'records', reason, count: 1 })
    }
    const lines = families.get(family) ?? (await open(family))
    families.set(family, lines)
    shown.add(one.leaf)
    shown.add(one.contentLeaf)
    const path = asked.attachments ? pathOf(one) : undefined
    await lines.line(lineOf(one, path))
    if (one.file && path === undefined) omissions.add({ kind: 'attachments', reason: 'withheld', count: 1 })
    if (!one.file || path === undefined) return
    const { byteSize, sha256, artifactId } = one.file
    await files.line(JSON.stringify({ path, byteSize, sha256, artifactId } satisfies AttachedFile))
  }

  await db.snapshot(call.organizationId, async snapshot => {
    for (const exportable of exportables) {
      for await (const { family, records, leftOut = [] } of exportable.pages(snapshot, scope)) {
        signal.throwIfAborted()
        leased.progressed()
        for (const one of await prove(needs, snapshot, records)) await write(family, one)
        for (const omission of leftOut) omissions.add(omission)
      }
    }
    if (asked.ledger === 'proofs') return
    for await (const ids of rowsOf(snapshot, scope)) {
      leased.progressed()
      for (const place of (await placesOf(needs, ids)).values())
        if (place.generation === generation) shown.add(place.index)
    }
  })
  const kept = resources.move()
  return { families, files, shown, omissions, generation, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}
