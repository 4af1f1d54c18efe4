import type { TitleSource } from '#shared/title-source.ts'

const partOfPackage = {
  title: `(select p.record::json ->> 'title' from submission_package p
            where p.organization_id = :organization and p.id = t.package_id)`,
  page: 't.package_id',
}

export const submissionTitles: readonly TitleSource[] = [
  { prefix: 'subevt', table: 'submission_event', ...partOfPackage },
  { prefix: 'subdec', table: 'submission_decision', ...partOfPackage },
]
