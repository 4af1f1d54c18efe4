import type { ReadBounds } from '#db/framing.ts'
import type { Provided, Services } from '#http/call.ts'
import { day, iso } from '#lib/clock.ts'
import { listPrincipals } from '#shared/deputies.ts'
import { operatesInstall } from '#shared/operates-install.ts'
import { findSettings } from '#shared/settings.ts'
import { workStart } from '#shared/work-position.ts'
import { workValues } from '#shared/work-reading.ts'
import type { WorkSource } from '#shared/work-source.ts'
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
  /** The absent person whose deputy the person is, if the record waits for them. */
  readonly behalfId?: string | undefined
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

interface FoundReasons {
  readonly reasons: PersonReason[]
  /** The open work of absent people, for deputies who may do it. */
  readonly asDeputies: PersonReason[]
  readonly horizons: Horizon[]
}

/**
 * Reads the open work of people with the same units, and of the absent people whose deputies they are, from the sources
 * of *My work* with a longer period.
 */
export const readReasons = async (
  { db, workSources }: Pick<Services, 'db'> & Provided<'workSources'>,
  bounds: ReadBounds,
  people: readonly NotifiedPerson[],
  now: number,
): Promise<FoundReasons> => {
  const values = workValues({ id: '', role: 'auditor', bounds }, now, maxReasons)
  const concernedBy = ({ roles }: WorkSource) => people.filter(({ role }) => roles.includes(role))
  const valuesOf = (source: WorkSource) => ({
    ...values(source, workStart),
    ...{ soonMs: now + lookAhead, soonTime: iso(now + lookAhead) },
    people: concernedBy(source).map(({ id }) => id),
    roles: concernedBy(source).map(({ role }) => role),
  })
  const sources = workSources.filter(source => concernedBy(source).length > 0)
  const { own, asDeputies } = await db.snapshot(bounds, async tx => {
    const pages = sources.map(source => ({ kind: source.kind, rows: tx.ask(source.people, valuesOf(source)) }))
    const absent = await tx.query(listPrincipals, { people: people.map(({ id }) => id), nowTime: iso(now) })
    const deputyPages = sources.flatMap(source => {
      const pairs = absent.filter(({ role }) => source.roles.includes(role))
      if (!source.forDeputy || pairs.length === 0) return []
      const [deputies, principals] = [pairs.map(row => row.deputy_id), pairs.map(({ id }) => id)]
      const rows = tx.ask(source.forDeputy.people, { ...valuesOf(source), deputies, principals })
      return [{ kind: source.kind, rows }]
    })
    await tx.query(findSettings, {})
    const rowsOf = (all: typeof pages) => all.flatMap(({ kind, rows }) => rows().map(row => ({ ...row, kind })))
    return { own: rowsOf(pages), asDeputies: rowsOf(deputyPages) }
  })
  const reasonsOf = (found: typeof own) =>
    found
      .filter(({ needed }) => needed)
      .map(({ person: personId, kind, id: recordId, due, occasion, behalf: behalfId }) => ({
        ...{ personId, kind, recordId, due, occasion, behalfId },
      }))
  return {
    reasons: reasonsOf(own),
    asDeputies: reasonsOf(asDeputies),
    horizons: [...own, ...asDeputies]
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
