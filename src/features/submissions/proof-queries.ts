import { forItsValues, narrows, number, type RowOf, statement, text, texts } from '#db/statement.ts'
import type { StoredRow } from '#family/bound.ts'
import { type PackageThenRow, packageThenColumns } from './package-as-of.ts'

export type PackageProofRow = RowOf<typeof packagesOfAll>

const packages =
  'select p.id, p.submission_requirement_id as requirement_id, to_json(p) as row from submission_package p'
const walk = 'p.organization_id = :organization and p.id > :after'
const page = { after: text, limit: number }
/** `until` is an identifier without its prefix; ids from there on are too late. */
const within = { until: text }

export const packagesOfAll = statement(
  'packages_for_proof',
  page,
  `${packages} where ${walk} order by p.id limit :limit`,
  narrows<{ row: StoredRow }>,
)

export const packagesOfRequirement = statement(
  'packages_for_proof_of_requirement',
  { ...page, requirementId: text },
  `${packages} where ${walk} and p.submission_requirement_id = :requirementId order by p.id limit :limit`,
  narrows<{ row: StoredRow }>,
)

export const packageById = statement(
  'package_for_proof',
  { id: text },
  `${packages} where p.organization_id = :organization and p.id = :id`,
  narrows<{ row: StoredRow }>,
)

/** Lists packages with an event recorded at or after one time and before another. */
export const packagesInPeriod = statement(
  'packages_for_proof_in_period',
  { ...page, from: text, until: text },
  `${packages} where ${walk}
      and (select true from submission_event e
            where e.organization_id = p.organization_id and e.package_id = p.id and e.id >= :from and e.id < :until limit 1)
    order by p.id limit :limit`,
  narrows<{ row: StoredRow }>,
)

/** Lists the packages that existed at a given time, with the columns from which each is rebuilt. */
export const packagesAsOf = statement(
  'packages_for_proof_as_of',
  { position: text, limit: number, at: text, after: text },
  `select t.id, t.record, to_json(t) as row, ${packageThenColumns}
     from (select * from submission_package
            where organization_id = :organization and id > :position and id < 'subpkg_' || :after
            order by id limit :limit) t
    order by t.id`,
  narrows<{ status_then: PackageThenRow['status_then']; requirement_title: string; row: StoredRow }>,
)

const ofPackage = { packageId: text, ...page, ...within }

export const eventsOfPackage = statement(
  'events_of_package_for_proof',
  ofPackage,
  `select e.id, to_json(e) as row from submission_event e
    where e.organization_id = :organization and e.package_id = :packageId and e.id > :after and e.id < 'subevt_' || :until
    order by e.id limit :limit`,
  narrows<{ row: StoredRow }>,
)

export const decisionsOfPackage = statement(
  'decisions_of_package_for_proof',
  ofPackage,
  `select d.id, to_json(d) as row from submission_decision d
    where d.organization_id = :organization and d.package_id = :packageId and d.id > :after and d.id < 'subdec_' || :until
    order by d.id limit :limit`,
  narrows<{ row: StoredRow }>,
)

export const allSubmissionRequirements = statement(
  'submission_requirements_for_proof',
  { ...page, ...within },
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
