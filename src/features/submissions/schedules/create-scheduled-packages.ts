import { system } from '#http/access.ts'
import { beginCall, type Change, change, type Services } from '#http/call.ts'
import { readRecord } from '#http/record.ts'
import { runInBatches } from '#jobs/batches.ts'
import { among, job } from '#jobs/job.ts'
import { hour, iso, minute } from '#lib/clock.ts'
import { SubmissionRequirement } from '#src/features/submissions/requirement.ts'
import { ScheduleMistake } from './check-schedule.ts'
import { createOccurrencePackages, createPlannedPackage, type LockedOccurrence } from './create-due-packages.ts'
import { computeForPeriod, findBasis, type PlaceSettings } from './due.ts'
import { type Plan, periodOfPlan, planAfter } from './plan.ts'
import {
  findPlaceSettings,
  lockDueOccurrences,
  lockDueSchedules,
  lockRequirementSchedule,
  organizationsWithPackagesToCreate,
  recordScheduleProblem,
  updateOccurrence,
  updateSchedulePlan,
} from './queries.ts'
import { readSchedule, type Schedule } from './schedule.ts'

const name = 'create-scheduled-packages'
const size = 50

/** Ten years of months: what one run makes up for. The next run continues. */
const maxPeriods = 120

/** After a failure, such as a missing place, a schedule is tried again this much later. */
const retryAfter = hour

interface DueSchedule {
  readonly id: string
  readonly record: string
  readonly schedule: Schedule
  readonly makers: readonly string[]
  readonly plan: Plan
}

const titleOf = (title: string, key: string): string => `${title.slice(0, 500 - key.length - 1)} ${key}`

/** Creates the packages of a schedule up to now, and plans the next one. Returns their number. */
const createPackages = async (ctx: Change, due: DueSchedule, settings: PlaceSettings): Promise<number> => {
  const { schedule, id } = due
  const { title } = readRecord(SubmissionRequirement, due.record)
  let created = 0
  let plan: Plan | undefined = due.plan
  for (let count = 0; plan && Date.parse(plan.nextAt) <= ctx.now && count < maxPeriods; count++) {
    const period = periodOfPlan(schedule, plan)
    if (!period) break
    const basis = await findBasis(schedule, settings, period.lastDay.toZonedDateTime('UTC').epochMilliseconds)
    const isNew = await createPlannedPackage(ctx, {
      submissionRequirementId: id,
      packageKey: period.key,
      title: titleOf(title, period.key),
      due: computeForPeriod(schedule, period, basis),
      periodEnd: plan.periodEnd,
      plannedFor: plan.nextAt,
      makers: due.makers,
    })
    if (isNew) created += 1
    plan = planAfter(schedule, plan, settings.time_zone)
  }
  const { periodEnd = null, nextAt = null } = plan ?? {}
  ctx.tx.write(updateSchedulePlan, { id, makers: [], periodEnd, nextAt })
  return created
}

const writeProblem = ({ problem: { text, code, values } }: ScheduleMistake): string =>
  JSON.stringify({ message: text, code, values })

/** Leaves a failure to compute due dates to `recover`. The schedules of other requirements continue. */
const attempt = async (work: () => Promise<number>, recover: (mistake: ScheduleMistake) => void): Promise<number> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ScheduleMistake)) throw error
    recover(error)
    return 0
  }
}

/** Logs why the server failed; what people can end is only shown with the schedule. */
const logFailure = ({ log, organizationId, requestId }: Change, record: string, mistake: ScheduleMistake): void => {
  if (!mistake.isOfServer) return
  const line = { event: 'schedule_not_computed', organization: organizationId, requestId, record, job: name }
  log.error({ ...line, error: mistake.cause })
}

const createOfSchedule = (ctx: Change, due: DueSchedule, settings: PlaceSettings): Promise<number> =>
  attempt(
    () => createPackages(ctx, due, settings),
    mistake => {
      logFailure(ctx, due.id, mistake)
      const nextAt = iso(ctx.now + retryAfter)
      ctx.tx.write(recordScheduleProblem, { id: due.id, problem: writeProblem(mistake), nextAt })
    },
  )

const createOfOccurrence = async (
  ctx: Change,
  {
    id,
    makers,
    record,
    submission_requirement_id: requirementId,
  }: LockedOccurrence & { submission_requirement_id: string },
  settings: PlaceSettings,
): Promise<number> => {
  const plan = (problem: string | null, nextAt: string | null) => {
    ctx.tx.write(updateOccurrence, { id, makers: [], nextAt, record })
    ctx.tx.write(recordScheduleProblem, { id: requirementId, problem, nextAt: null })
  }
  const [requirement] = await ctx.tx.query(lockRequirementSchedule, { id: requirementId })
  const schedule = readSchedule(requirement?.schedule ?? null)
  if (requirement?.status !== 'active' || schedule?.every !== 'occurrence') {
    ctx.tx.write(updateOccurrence, { id, makers: [], nextAt: null, record })
    return 0
  }
  return attempt(
    async () => {
      const basis = await findBasis(schedule, settings, ctx.now)
      const created = await createOccurrencePackages(ctx, { id, makers, record }, schedule, basis)
      plan(null, null)
      return created
    },
    mistake => {
      logFailure(ctx, id, mistake)
      plan(writeProblem(mistake), iso(ctx.now + retryAfter))
    },
  )
}

const createBatch = (services: Services, organizationId: string, runId: string): Promise<number> => {
  const call = beginCall(services, system(name, organizationId), runId)
  return services.db.transaction(organizationId, async tx => {
    const now = iso(call.now)
    const ctx = change(call, tx, 'submission.package.create', 'Created by the schedule of its requirement.')
    const rows = await tx.query(lockDueSchedules, { now, limit: size })
    const occurrences = await tx.query(lockDueOccurrences, { now, limit: size })
    const [settings] = await tx.query(findPlaceSettings, {})
    if (!settings) return 0
    let created = 0
    for (const row of rows) {
      const schedule = readSchedule(row.schedule)
      if (!schedule || row.period_end === null || row.schedule_planned_for === null) {
        tx.write(updateSchedulePlan, { id: row.id, makers: [], periodEnd: null, nextAt: null })
        continue
      }
      const plan = { periodEnd: row.period_end, nextAt: iso(row.schedule_planned_for.getTime()) }
      const due = { id: row.id, record: row.record, schedule, makers: row.schedule_makers, plan }
      created += await createOfSchedule(ctx, due, settings)
    }
    for (const row of occurrences) created += await createOfOccurrence(ctx, row, settings)
    return created
  })
}

const findOrganizations = ({ db, clock }: Services) =>
  db.readInstall(organizationsWithPackagesToCreate, { now: iso(clock.now()) })

/** Creates each package of a schedule once, also after days without a running node. */
export const createScheduledPackages = job<Services>({
  name,
  description: 'Creates the packages of submission requirements with a schedule, with their due dates.',
  schedule: '35 */5 * * * *',
  check: { every: 30_000, find: findOrganizations },
  expected: 2 * minute,
  ofWorkspaces: true,
  async run(services, running) {
    const { id, signal, slice } = running
    const organizations = among(running, await findOrganizations(services))
    return runInBatches({ organizations, signal, slice, size }, organizationId =>
      createBatch(services, organizationId, id),
    )
  },
})
