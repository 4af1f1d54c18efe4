import { narrows, nullable, number, statement, text, texts } from '#db/statement.ts'

export const organizationsWithPackagesToCreate = statement(
  'organizations_with_packages_to_create',
  { now: text },
  'select * from organizations_with_packages_to_create(:now) as id',
)

export const findPlaceSettings = statement(
  'find_place_settings',
  {},
  'select time_zone, holiday_place from organization where id = :organization',
)

export const findSchedulePlan = statement(
  'find_schedule_plan',
  { id: text },
  `select schedule_next_at, schedule_problem from submission_requirement
    where organization_id = :organization and id = :id`,
)

/** The rows stay locked until their next packages are planned, so two workers never create the same one. */
export const lockDueSchedules = statement(
  'lock_due_schedules',
  { now: text, limit: number },
  `select id, record, schedule, schedule_makers, schedule_period_end::text as period_end,
          schedule_planned_for
     from submission_requirement
    where organization_id = :organization and schedule_next_at <= :now
    order by schedule_next_at limit :limit for update skip locked`,
)

export const updateSchedulePlan = statement(
  'update_schedule_plan',
  { id: text, makers: texts, periodEnd: nullable(text), nextAt: nullable(text) },
  `update submission_requirement
      set schedule_period_end = :periodEnd, schedule_next_at = :nextAt, schedule_planned_for = :nextAt,
          schedule_problem = null,
          schedule_makers = array(select unnest(schedule_makers) union select unnest(:makers::text[]))
    where organization_id = :organization and id = :id`,
)

/** A later attempt does not change when the package was planned, so that it is known as late. */
export const recordScheduleProblem = statement(
  'record_schedule_problem',
  { id: text, problem: nullable(text), nextAt: nullable(text) },
  `update submission_requirement set schedule_problem = :problem, schedule_next_at = :nextAt
    where organization_id = :organization and id = :id`,
)

export const findDeadlineByPeriod = statement(
  'find_submission_deadline_by_period',
  { submissionRequirementId: text, periodKey: text },
  `select package_id from submission_deadline
    where organization_id = :organization and submission_requirement_id = :submissionRequirementId
      and period_key = :periodKey`,
)

export const insertDeadline = statement(
  'insert_submission_deadline',
  { submissionRequirementId: text, periodKey: text, packageId: text, occurrenceId: nullable(text), record: text },
  `insert into submission_deadline (organization_id, submission_requirement_id, period_key, package_id, occurrence_id, record)
   values (:organization, :submissionRequirementId, :periodKey, :packageId, :occurrenceId, :record)`,
)

export const updateDeadline = statement(
  'update_submission_deadline',
  { packageId: text, record: text },
  'update submission_deadline set record = :record where organization_id = :organization and package_id = :packageId',
)

export const findDeadline = statement(
  'find_submission_deadline',
  { packageId: text },
  `select d.record, d.occurrence_id, r.schedule, r.status as requirement_status, p.status, p.record as package
     from submission_deadline d
     join submission_package p on p.organization_id = d.organization_id and p.id = d.package_id
     join submission_requirement r on r.organization_id = d.organization_id and r.id = d.submission_requirement_id
    where d.organization_id = :organization and d.package_id = :packageId`,
)

/** The packages of a requirement's schedule, newest first. */
export const listDeadlines = statement(
  'list_submission_deadline',
  { submissionRequirementId: text, position: text, limit: number },
  `select d.package_id as id, d.record, d.occurrence_id, r.schedule, r.status as requirement_status, p.status, p.record as package
     from submission_deadline d
     join submission_package p on p.organization_id = d.organization_id and p.id = d.package_id
     join submission_requirement r on r.organization_id = d.organization_id and r.id = d.submission_requirement_id
    where d.organization_id = :organization and d.submission_requirement_id = :submissionRequirementId
      and d.package_id < :position
    order by d.package_id desc limit :limit`,
)

/** The unsent packages of all schedules, newest first. */
export const listUnsentDeadlines = statement(
  'list_unsent_submission_deadlines',
  { position: text, limit: number },
  `select d.package_id as id, d.record, d.occurrence_id, r.schedule, r.status as requirement_status, p.status,
          p.record as package, r.record as requirement
     from submission_deadline d
     join submission_package p on p.organization_id = d.organization_id and p.id = d.package_id
     join submission_requirement r on r.organization_id = d.organization_id and r.id = d.submission_requirement_id
    where d.organization_id = :organization and p.status in ('draft', 'reviewed', 'approved') and d.package_id < :position
    order by d.package_id desc limit :limit`,
)

export const insertOccurrence = statement(
  'insert_submission_occurrence',
  { id: text, submissionRequirementId: text, makers: texts, record: text },
  `insert into submission_occurrence (organization_id, id, submission_requirement_id, makers, record)
   values (:organization, :id, :submissionRequirementId, :makers, :record)`,
)

export const findOccurrence = statement(
  'find_submission_occurrence',
  { id: text },
  `select o.id, o.submission_requirement_id, o.record, r.schedule
     from submission_occurrence o
     join submission_requirement r on r.organization_id = o.organization_id and r.id = o.submission_requirement_id
    where o.organization_id = :organization and o.id = :id`,
)

export const lockOccurrence = statement(
  'lock_submission_occurrence',
  { id: text },
  `select id, submission_requirement_id, makers, record from submission_occurrence
    where organization_id = :organization and id = :id for update`,
)

export const lockDueOccurrences = statement(
  'lock_due_occurrences',
  { now: text, limit: number },
  `select id, submission_requirement_id, makers, record from submission_occurrence
    where organization_id = :organization and next_at <= :now order by next_at limit :limit for update skip locked`,
)

export const updateOccurrence = statement(
  'update_submission_occurrence',
  { id: text, makers: texts, nextAt: nullable(text), record: text },
  `update submission_occurrence
      set next_at = :nextAt, record = :record, makers = array(select unnest(makers) union select unnest(:makers::text[]))
    where organization_id = :organization and id = :id`,
)

/**
 * Lets the job look at all events of a requirement. An event that is locked has its packages created after this change,
 * by the job or the request that waits for the requirement; waiting for it would be a deadlock.
 */
export const wakeOccurrences = statement(
  'wake_submission_occurrences',
  { id: text, now: text },
  `update submission_occurrence set next_at = :now
    where organization_id = :organization and id in (
      select id from submission_occurrence
       where organization_id = :organization and submission_requirement_id = :id for update skip locked)`,
)

export const listOccurrences = statement(
  'list_submission_occurrence',
  { submissionRequirementId: text, position: text, limit: number },
  `select o.id, o.record, r.schedule,
          (select json_agg(json_build_object('package_id', d.package_id, 'record', d.record, 'package', p.record,
                                             'first_submitted_at', p.first_submitted_at) order by d.package_id)
             from submission_deadline d
             join submission_package p on p.organization_id = d.organization_id and p.id = d.package_id
            where d.organization_id = o.organization_id and d.occurrence_id = o.id) as packages
     from submission_occurrence o
     join submission_requirement r on r.organization_id = o.organization_id and r.id = o.submission_requirement_id
    where o.organization_id = :organization and o.submission_requirement_id = :submissionRequirementId and o.id < :position
    order by o.id desc limit :limit`,
  narrows<{ packages: readonly { package_id: string; record: string; package: string }[] | null }>,
)

/** The packages of an occurrence, with the times when they were first and last sent. */
export const findOccurrencePackages = statement(
  'find_occurrence_packages',
  { occurrenceId: text },
  `select d.package_id, d.record, p.record as package, p.first_submitted_at
     from submission_deadline d
     join submission_package p on p.organization_id = d.organization_id and p.id = d.package_id
    where d.organization_id = :organization and d.occurrence_id = :occurrenceId order by d.package_id`,
)

/** The schedule of a requirement, locked against changes of its status. */
export const lockRequirementSchedule = statement(
  'lock_requirement_schedule',
  { id: text },
  `select id, status, record, schedule, schedule_makers from submission_requirement
    where organization_id = :organization and id = :id for share`,
)
