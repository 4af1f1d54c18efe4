import type { RowOf } from '#db/statement.ts'
import { iso } from '#lib/clock.ts'
import { notificationKinds } from './kinds.ts'
import type { listOpenNotifications } from './pass-queries.ts'
import type { Horizon, PersonReason } from './reasons.ts'
import { type LocalTime, lastReachedStep, nextStepAt } from './steps.ts'

type OpenRow = RowOf<typeof listOpenNotifications>

/** A row to insert. */
export interface WantedRow {
  readonly person: string
  readonly kind: string
  readonly record: string
  readonly step: string
  readonly occasion: string
  readonly about: string | null
  readonly due: string | null
  /** The number of records that the row stands for; null for one. */
  readonly more: number | null
}

/** The changes that make the open rows of some people equal the steps that their reasons have reached. */
export interface Differences {
  readonly inserts: readonly WantedRow[]
  readonly endedIds: readonly string[]
  /** Rows whose date has moved within their step. */
  readonly moves: readonly { readonly id: string; readonly due: string | null }[]
  readonly nextAt: number
}

const keyOf = (...parts: readonly string[]): string => parts.join(' ')

/** Whether the search for reasons ended before this row, so that its reason may still exist. */
const isBeyond = (horizon: Horizon, { record_id: id, due }: OpenRow): boolean => {
  const last = horizon.due ?? Number.POSITIVE_INFINITY
  const own = due ?? Number.POSITIVE_INFINITY
  return own > last || (own === last && id >= horizon.recordId)
}

const dateOf = (due: number | null | undefined): string | null => (due && due > 0 ? iso(due) : null)

export const differencesOf = (
  open: readonly OpenRow[],
  reasons: readonly PersonReason[],
  horizons: readonly Horizon[],
  today: LocalTime,
): Differences => {
  const rowsByRecord = Map.groupBy(open, row => keyOf(row.person_id, row.kind, row.record_id))
  const horizonsOf = Map.groupBy(horizons, horizon => keyOf(horizon.personId, horizon.kind))
  const inserts: WantedRow[] = []
  const moves: { id: string; due: string | null }[] = []
  const kept = new Set<string>()
  const seen = new Set<string>()
  let nextAt = Number.POSITIVE_INFINITY
  for (const reason of reasons) {
    const { personId, kind, recordId, due, behalfId = null } = reason
    const key = keyOf(personId, kind, recordId)
    if (seen.has(key)) continue
    seen.add(key)
    const declaration = notificationKinds[kind]
    nextAt = Math.min(nextAt, nextStepAt(declaration, reason, today))
    const reached = lastReachedStep(declaration, reason, today)
    if (!reached) continue
    const rows = rowsByRecord.get(key) ?? []
    const { step, occasion } = reached
    const repeats = step === 'late' || step === 'week' || step === 'waiting'
    const row = rows.find(one => one.step === step && (occasion === null || !repeats || one.occasion === occasion))
    const date = dateOf(due)
    if (row) kept.add(row.id)
    if (row && dateOf(row.due) !== date) moves.push({ id: row.id, due: date })
    if (!row)
      inserts.push({
        ...{ person: personId, kind, record: recordId, step, occasion: occasion ?? iso(today.now) },
        ...{ about: behalfId, due: date, more: null },
      })
  }
  const endedIds = open.flatMap(row =>
    kept.has(row.id) || horizonsOf.get(keyOf(row.person_id, row.kind))?.some(horizon => isBeyond(horizon, row))
      ? []
      : [row.id],
  )
  return { inserts, endedIds, moves, nextAt }
}
