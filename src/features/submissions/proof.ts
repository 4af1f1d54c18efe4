import type { Bound, StoredRow } from '#family/bound.ts'
import { idFloor } from '#lib/ids.ts'
import { type Moment, momentAt, pageAsOf } from '#shared/as-of.ts'
import {
  type DatabaseSnapshot,
  type Exportable,
  endless,
  type ProofPage,
  type ProofRecord,
  type ProofScope,
  proofOf,
  walkIds,
} from '#shared/exportable.ts'
import { boundSubmissionDecisions } from './decision.ts'
import { packages } from './package.ts'
import { rebuildPackage } from './package-as-of.ts'
import {
  allSubmissionRequirements,
  decisionsOfPackage,
  eventsOfPackage,
  hasRequirement,
  type PackageProofRow,
  packageById,
  packagesAsOf,
  packagesInPeriod,
  packagesOfAll,
  packagesOfRequirement,
  submissionRequirementsByIds,
} from './proof-queries.ts'
import { submissionRequirementFamily } from './requirement.ts'
import { boundEvents } from './submission-event.ts'

const packagePageSize = 200
/** Smaller, because an event has a snapshot of up to 64 KiB. */
const eventPageSize = 100

/** A scope whose records are exported in their current state. */
type CurrentScope = Exclude<ProofScope, { kind: 'asOf' | 'room' }>

async function* readPackages(
  { query }: DatabaseSnapshot,
  scope: CurrentScope,
): AsyncIterable<readonly PackageProofRow[]> {
  const limit = packagePageSize
  if (scope.kind === 'package') return yield await query(packageById, { id: scope.packageId })
  if (scope.kind === 'everything') return yield* walkIds(after => query(packagesOfAll, { after, limit }), limit)
  if (scope.kind === 'requirement') {
    const { requirementId } = scope
    return yield* walkIds(after => query(packagesOfRequirement, { after, limit, requirementId }), limit)
  }
  const [from, until] = [scope.from, scope.to].map(timestamp => idFloor('subevt', Date.parse(timestamp)))
  if (from && until) yield* walkIds(after => query(packagesInPeriod, { after, limit, from, until }), limit)
}

const readAllRequirements = ({ query }: DatabaseSnapshot, until: string) => {
  const limit = packagePageSize
  return walkIds(after => query(allSubmissionRequirements, { after, limit, until }), limit)
}

async function* readRequirements(snapshot: DatabaseSnapshot, scope: CurrentScope, ids: ReadonlySet<string>) {
  if (scope.kind === 'everything') return yield* readAllRequirements(snapshot, endless)
  const sorted = [...ids].sort()
  for (let offset = 0; offset < sorted.length; offset += packagePageSize)
    yield snapshot.query(submissionRequirementsByIds, { ids: sorted.slice(offset, offset + packagePageSize) })
}

/** The log of a package: all events and decisions, such as added claims, even if the scope is a period. */
const logs = [
  { family: 'submission-events', of: boundEvents, statement: eventsOfPackage },
  { family: 'decisions', of: boundSubmissionDecisions, statement: decisionsOfPackage },
] as const

const proveRows = (bound: Bound, rows: readonly { readonly row: StoredRow }[]): ProofRecord[] =>
  rows.map(({ row }) => proofOf(bound, row))

type Pages = AsyncGenerator<ProofPage, void, void>

async function* readLogs({ query }: DatabaseSnapshot, packageId: string, until: string): Pages {
  const limit = eventPageSize
  for (const { family, of, statement } of logs)
    for await (const page of walkIds(after => query(statement, { packageId, after, limit, until }), limit))
      yield { family, records: proveRows(of, page) }
}

/**
 * Yields the records as of a given time. Requirements are in their current state; those that have changed since then
 * are not proved.
 */
async function* readPagesAsOf(snapshot: DatabaseSnapshot, asOf: Moment): Pages {
  const { after: until } = asOf
  const limit = packagePageSize
  const pages = walkIds(position => snapshot.query(packagesAsOf, { position, limit, ...asOf }), limit)
  for await (const page of pages) {
    const rebuilt = page.map(row => ({ ...rebuildPackage(row), row: row.row }))
    yield pageAsOf('packages', packages.bound, rebuilt)
    for (const { id } of page) yield* readLogs(snapshot, id, until)
  }
  for await (const page of readAllRequirements(snapshot, until))
    yield { family: 'submission-requirements', records: proveRows(submissionRequirementFamily.bound, page) }
}

/** Exports packages with their logs and requirements. */
export const submissionProof: Exportable = {
  async has(read, scope) {
    if (scope.kind === 'requirement') return (await read(hasRequirement, { id: scope.requirementId })).length > 0
    return scope.kind !== 'package' || (await read(packageById, { id: scope.packageId })).length > 0
  },

  async *pages(snapshot, scope): Pages {
    // A room shows claims but no packages.
    if (scope.kind === 'room') return
    if (scope.kind === 'asOf') return yield* readPagesAsOf(snapshot, momentAt(Date.parse(scope.at)))
    const requirementIds = new Set(scope.kind === 'requirement' ? [scope.requirementId] : [])
    for await (const page of readPackages(snapshot, scope)) {
      for (const { requirement_id: id } of page) requirementIds.add(id)
      yield { family: 'packages', records: proveRows(packages.bound, page) }
      for (const { id } of page) yield* readLogs(snapshot, id, endless)
    }
    for await (const page of readRequirements(snapshot, scope, requirementIds))
      yield { family: 'submission-requirements', records: proveRows(submissionRequirementFamily.bound, page) }
  },
}
