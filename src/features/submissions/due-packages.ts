import { type Static, Type } from 'typebox'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { computeLateness, Lateness, type Today } from './lateness.ts'
import { SubmissionPackage } from './package.ts'

export const DuePackage = Type.Object(
  {
    submissionPackage: SubmissionPackage,
    requirementTitle: Type.String(),
    ...Lateness,
  },
  { title: 'DuePackage' },
)

export type DuePackage = Static<typeof DuePackage>

/** A package with the title of its requirement and the time when it was first sent. */
export interface DueRow {
  record: string
  title: string
  first_submitted_at: Date | null
}

export interface DueRange {
  readonly from: number
  readonly until: number
}

/** Reads the packages that are due in the range, earliest first. */
export const readDuePackages = async (
  read: (range: { from: string; until: string }) => Promise<DueRow[]>,
  { from, until }: DueRange,
  today: Today,
): Promise<DuePackage[]> => {
  const rows = await read({ from: iso(from), until: iso(until) })
  return rows.map(row => {
    const submissionPackage = readRecord(SubmissionPackage, row.record)
    return {
      submissionPackage,
      requirementTitle: row.title,
      ...computeLateness(submissionPackage, row.first_submitted_at, today),
    }
  })
}
