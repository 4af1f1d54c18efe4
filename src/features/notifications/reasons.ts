import type { ReadBounds } from '#db/framing.ts'
import type { Provided, Services } from '#http/call.ts'
import { day, iso } from '#lib/clock.ts'
import { operatesInstall } from '#shared/operates-install.ts'
import { findSettings } from '#shared/settings.ts'
import { workStart } from '#shared/work-position.ts'
import { workValues } from '#shared/work-reading.ts'
import type { NotificationKind } from './kinds.ts'
import type { NotificationReason } from './steps.ts'

/** The person whose reasons are read. */
export interface NotifiedPerson {
  readonly id: string
  readonly role: 'admin' | 'reviewer' | 'contributor' | 'auditor'
  readonly disabled: boolean
  readonly unit_ids: readonly string[] | null
}

export interface PersonReason extends NotificationReason {
  readonly personId: string
  readonly kind: NotificationKind
  readonly recordId: string
}

/** Where the search for a person's reasons of a kind stopped: later ones may exist. */
export interface Horizon {
  readonly personId: string
  readonly kind: NotificationKind
  readonly due: number | null
  readonly recordId: string
}

/** The maximum number of open reasons of a kind for which one person has rows: the first by date or waiting time. */
const maxReasons = 200

/** Reasons become known this long before their first step, so that the time of the step is known in advance. */
const lookAhead = 33 * day

/** Reads the open work of people with the same units, from the sources of *My work* with a longer period. */
export const readReasons = async (
  { db, workSources }: Pick<Services, 'db'> & Provided<'workSources'>,
  bounds: ReadBounds,
  people: readonly NotifiedPerson[],
  now: number,
): Promise<{ reasons: PersonReason[]; horizons: Horizon[] }> => {
  const values = workValues({ id: '', role: 'auditor', bounds }, now, maxReasons)
  const reads = workSources.flatMap(source => {
    const concerned = people.filter(({ role }) => source.roles.includes(role))
    return concerned.length > 0 ? [{ source, concerned }] : []
  })
  const found = await db.snapshot(bounds, async tx => {
    const pages = reads.map(({ source, concerned }) => ({
      kind: source.kind,
      rows: tx.ask(source.people, {
        ...values(source, workStart),
        ...{ soonMs: now + lookAhead, soonTime: iso(now + lookAhead) },
        people: concerned.map(({ id }) => id),
        roles: concerned.map(({ role }) => role),
      }),
    }))
    await tx.query(findSettings, {})
    return pages.flatMap(({ kind, rows }) => rows().map(row => ({ ...row, kind })))
  })
  return {
    reasons: found
      .filter(({ needed }) => needed)
      .map(({ person: personId, kind, id: recordId, due, occasion }) => ({ personId, kind, recordId, due, occasion })),
    horizons: found
      .filter(({ last }) => last)
      .map(({ person: personId, kind, id: recordId, due }) => ({ personId, kind, due, recordId })),
  }
}

/** Reads the problems of operation, for each administrator who sees the whole workspace. */
export const readProblems = async (
  services: Pick<Services, 'db'> & Provided<'problemSources'>,
  organizationId: string,
  people: readonly NotifiedPerson[],
  now: number,
): Promise<PersonReason[]> => {
  const administrators = people.filter(({ role, unit_ids }) => role === 'admin' && unit_ids === null)
  if (administrators.length === 0) return []
  const operates = await operatesInstall({ db: services.db, organizationId })
  const sources = services.problemSources.filter(({ ofInstall }) => !ofInstall || operates)
  const found = await Promise.all(
    sources.map(async ({ kind, read }) =>
      (await read(services, organizationId, now)).map(({ id: recordId, since }) => ({ kind, recordId, since })),
    ),
  )
  return administrators.flatMap(({ id: personId }) => found.flat().map(problem => ({ ...problem, personId })))
}
