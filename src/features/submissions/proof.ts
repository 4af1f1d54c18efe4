import type { Bound, StoredRow } from '#family/bound.ts'
import { idFloor } from '#lib/ids.ts'
import { type Moment, momentAt, pageOfStood } from '#shared/as-of.ts'
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
import { packageThen } from './package-as-of.ts'
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

const pageOfPackages = 200
/** Smaller, because an event has a snapshot of up to 64 KiB. */
const pageOfEvents = 100

/** A scope whose records are exported in their current state. */
type Present = Exclude<ProofScope, { kind: 'asOf' | 'room' }>

async function* packagesIn({ query }: DatabaseSnapshot, scope: Present): AsyncIterable<readonly PackageProofRow[]> {
  const limit = pageOfPackages
  if (scope.kind === 'package') return yield await query(packageById, { id: scope.packageId })
  if (scope.kind === 'everything') return yield* walkIds(after => query(packagesOfAll, { after, limit }), limit)
  if (scope.kind === 'requirement') {
    const { requirementId } = scope
    return yield* walkIds(after => query(packagesOfRequirement, { after, limit, requirementId }), limit)
  }
  const [from, until] = [scope.from, scope.to].map(moment => idFloor('subevt', Date.parse(moment)))
  if (from && until) yield* walkIds(after => query(packagesInPeriod, { after, limit, from, until }), limit)
}

const allRequirements = ({ query }: DatabaseSnapshot, until: string) => {
  const limit = pageOfPackages
  return walkIds(after => query(allSubmissionRequirements, { after, limit, until }), limit)
}

async function* requirementsIn(snapshot: DatabaseSnapshot, scope: Present, ids: ReadonlySet<string>) {
  if (scope.kind === 'everything') return yield* allRequirements(snapshot, endless)
  const sorted = [...ids].sort()
  for (let at = 0; at < sorted.length; at += pageOfPackages)
    yield snapshot.query(submissionRequirementsByIds, { ids: sorted.slice(at, at + pageOfPackages) })
}

/** The log of a package: all events and decisions, such as added claims, even if the scope is a period. */
const logs = [
  { family: 'submission-events', of: boundEvents, statement: eventsOfPackage },
  { family: 'decisions', of: boundSubmissionDecisions, statement: decisionsOfPackage },
] as const

const all = (of: Bound, found: readonly { readonly row: StoredRow }[]): ProofRecord[] =>
  found.map(({ row }) => proofOf(of, row))

type Pages = AsyncGenerator<ProofPage, void, void>

async function* logsOf({ query }: DatabaseSnapshot, packageId: string, until: string): Pages {
  const limit = pageOfEvents
  for (const { family, of, statement } of logs)
    for await (const page of walkIds(after => query(statement, { packageId, after, limit, until }), limit))
      yield { family, records: all(of, page) }
}

/**
 * Yields the records as of a given time. Requirements are in their current state; those that have changed since then
 * are not proved.
 */
async function* pagesAsOf(snapshot: DatabaseSnapshot, moment: Moment): Pages {
  const { after: until } = moment
  const limit = pageOfPackages
  const pages = walkIds(position => snapshot.query(packagesAsOf, { position, limit, ...moment }), limit)
  for await (const page of pages) {
    const stood = page.map(row => ({ ...packageThen(row), row: row.row }))
    yield pageOfStood('packages', packages.bound, stood)
    for (const { id } of page) yield* logsOf(snapshot, id, until)
  }
  for await (const page of allRequirements(snapshot, until))
    yield { family: 'submission-requirements', records: all(submissionRequirementFamily.bound, page) }
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
    if (scope.kind === 'asOf') return yield* pagesAsOf(snapshot, momentAt(Date.parse(scope.at)))
    const asked = new Set(scope.kind === 'requirement' ? [scope.requirementId] : [])
    for await (const page of packagesIn(snapshot, scope)) {
      for (const { requirement_id: id } of page) asked.add(id)
      yield { family: 'packages', records: all(packages.bound, page) }
      for (const { id } of page) yield* logsOf(snapshot, id, endless)
    }
    for await (const page of requirementsIn(snapshot, scope, asked))
      yield { family: 'submission-requirements', records: all(submissionRequirementFamily.bound, page) }
  },
}
