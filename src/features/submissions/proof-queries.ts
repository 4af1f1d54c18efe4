import { forItsValues, narrows, number, type RowOf, statement, text, texts } from '#db/statement.ts'
import type { StoredRow } from '#family/bound.ts'
import { type PackageAsOfRow, packageAsOfColumns } from './package-as-of.ts'

export type PackageProofRow = RowOf<typeof packagesOfAll>

const selectPackages =
  'select p.id, p.submission_requirement_id as requirement_id, to_json(p) as row from submission_package p'
const afterCursor = 'p.organization_id = :organization and p.id > :after'
const pageParams = { after: text, limit: number }
/** The end of the range, as an id without its prefix. The range excludes this id and later ones. */
const untilParam = { until: text }

export const packagesOfAll = statement(
  'packages_for_proof',
  pageParams,
  `${selectPackages} where ${afterCursor} order by p.id limit :limit`,
  narrows<{ row: StoredRow }>,
)

export const packagesOfRequirement = statement(
  'packages_for_proof_of_requirement',
  { ...pageParams, requirementId: text },
  `${selectPackages} where ${afterCursor} and p.submission_requirement_id = :requirementId order by p.id limit :limit`,
  narrows<{ row: StoredRow }>,
)

export const packageById = statement(
  'package_for_proof',
  { id: text },
  `${selectPackages} where p.organization_id = :organization and p.id = :id`,
  narrows<{ row: StoredRow }>,
)

/** Lists packages with an event recorded at or after one time and before another. */
export const packagesInPeriod = statement(
  'packages_for_proof_in_period',
  { ...pageParams, from: text, until: text },
  `${selectPackages} where ${afterCursor}
      and (select true from submission_event e
            where e.organization_id = p.organization_id and e.package_id = p.id and e.id >= :from and e.id < :until limit 1)
    order by p.id limit :limit`,
  narrows<{ row: StoredRow }>,
)

/** Lists the packages that existed at a given time, with the columns from which each is rebuilt. */
export const packagesAsOf = statement(
  'packages_for_proof_as_of',
  { position: text, limit: number, at: text, after: text },
  `select t.id, t.record, to_json(t) as row, ${packageAsOfColumns}
     from (select * from submission_package
            where organization_id = :organization and id > :position and id < 'subpkg_' || :after
            order by id limit :limit) t
    order by t.id`,
  narrows<{ status_then: PackageAsOfRow['status_then']; requirement_title: string; row: StoredRow }>,
)

const packageParams = { packageId: text, ...pageParams, ...untilParam }

export const eventsOfPackage = statement(
  'events_of_package_for_proof',
  packageParams,
  `select e.id, to_json(e) as row from submission_event e
    where e.organization_id = :organization and e.package_id = :packageId and e.id > :after and e.id < 'subevt_' || :until
    order by e.id limit :limit`,
  narrows<{ row: StoredRow }>,
)

export const decisionsOfPackage = statement(
  'decisions_of_package_for_proof',
  packageParams,
  `select d.id, to_json(d) as row from submission_decision d
    where d.organization_id = :organization and d.package_id = :packageId and d.id > :after and d.id < 'subdec_' || :until
    order by d.id limit :limit`,
  narrows<{ row: StoredRow }>,
)

export const allSubmissionRequirements = statement(
  'submission_requirements_for_proof',
  { ...pageParams, ...untilParam },
  `select r.id, to_json(r) as row from submission_requirement r
    where r.organization_id = :organization and r.id > :after and r.id < 'subreq_' || :until order by r.id limit :limit`,
  narrows<{ row: StoredRow }>,
)

export const submissionRequirementsByIds = forItsValues(
  statement(
    'submission_requirements_for_proof_by_ids',
    { ids: texts },
    `select r.id, to_json(r) as row from submission_requirement r
    where r.organization_id = :organization and r.id = any(:ids) order by r.id`,
    narrows<{ row: StoredRow }>,
  ),
)

export const hasRequirement = statement(
  'has_submission_requirement_for_proof',
  { id: text },
  'select id from submission_requirement where organization_id = :organization and id = :id',
)
