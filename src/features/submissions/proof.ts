import type { Bound, StoredRow } from '#api/bound.ts'
import {
  type Exportable,
  type ProofPage,
  type ProofRecord,
  type ProofScope,
  proofOf,
  type Snapshot,
  walkIds,
} from '#api/exportable.ts'
import { idFloor } from '#lib/ids.ts'
import { boundDecisions } from './decision.ts'
import { packages } from './package.ts'
import {
  decisionsOfPackage,
  eventsOfPackage,
  hasRequirement,
  type PackageProofRow,
  packageById,
  packagesInPeriod,
  packagesOfAll,
  packagesOfRequirement,
  requirementsByIds,
  requirementsOfAll,
} from './proof-queries.ts'
import { requirements } from './requirement.ts'
import { boundEvents } from './submission-event.ts'

const pageOfPackages = 200
/** An event has a snapshot of up to 64 KiB. */
const pageOfEvents = 100

async function* packagesIn({ query }: Snapshot, scope: ProofScope): AsyncIterable<readonly PackageProofRow[]> {
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

async function* requirementsIn({ query }: Snapshot, scope: ProofScope, ids: ReadonlySet<string>) {
  const limit = pageOfPackages
  if (scope.kind === 'everything') return yield* walkIds(after => query(requirementsOfAll, { after, limit }), limit)
  const sorted = [...ids].sort()
  for (let at = 0; at < sorted.length; at += limit)
    yield query(requirementsByIds, { ids: sorted.slice(at, at + limit) })
}

/** What was recorded of a package and decided, such as which claims it consists of: all of it, also for a period. */
const logs = [
  { family: 'submission-events', of: boundEvents, statement: eventsOfPackage },
  { family: 'decisions', of: boundDecisions, statement: decisionsOfPackage },
] as const

const all = (of: Bound, found: readonly { readonly row: StoredRow }[]): ProofRecord[] =>
  found.map(({ row }) => proofOf(of, row))

async function* logsOf({ query }: Snapshot, packageId: string): AsyncGenerator<ProofPage, void, void> {
  const limit = pageOfEvents
  for (const { family, of, statement } of logs)
    for await (const page of walkIds(after => query(statement, { packageId, after, limit }), limit))
      yield { family, records: all(of, page) }
}

/** Packages with what happened to them, and their requirements. */
export const submissionProof: Exportable = {
  async has(read, scope) {
    if (scope.kind === 'requirement') return (await read(hasRequirement, { id: scope.requirementId })).length > 0
    return scope.kind !== 'package' || (await read(packageById, { id: scope.packageId })).length > 0
  },

  async *pages(snapshot, scope): AsyncGenerator<ProofPage, void, void> {
    const asked = new Set(scope.kind === 'requirement' ? [scope.requirementId] : [])
    for await (const page of packagesIn(snapshot, scope)) {
      for (const { requirement_id: id } of page) asked.add(id)
      yield { family: 'packages', records: all(packages.bound, page) }
      for (const { id } of page) yield* logsOf(snapshot, id)
    }
    for await (const page of requirementsIn(snapshot, scope, asked))
      yield { family: 'submission-requirements', records: all(requirements.bound, page) }
  },
}
