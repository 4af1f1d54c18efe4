import { choice, flag, nullable, number, type RowOf, statement, text } from '#db/statement.ts'
import type { BindingStatus, StorageBinding } from '#src/features/storage/bindings/binding.ts'
import type { Stops } from './stop-findings.ts'

export interface SweptRow {
  kind: StorageBinding['kind']
  status: BindingStatus
  activated_at: Date | null
  /** The record of its last probe run that was not part of a sweep. */
  validation: string | null
  swept_at: Date | null
  probed_at: Date | null
  baseline: string | null
  baseline_of: Date | null
  checks: string | null
}

export const findSwept = statement(
  'find_swept_binding',
  { id: text },
  `select b.kind, b.status, b.activated_at, p.swept_at, p.probed_at, p.baseline, p.baseline_of, p.checks,
    (select r.record from storage_probe_run r where r.organization_id = b.organization_id and r.binding_id = b.id
        and r.record::json ->> 'cause' <> 'sweep' order by r.id desc limit 1) as validation
    from storage_binding b
    left join storage_posture p on p.organization_id = b.organization_id and p.binding_id = b.id
   where b.organization_id = :organization and b.id = :id`,
)

/** Makes a sweep of a binding wait for other sweeps and changes of the binding. */
export const lockSwept = statement(
  'lock_swept_binding',
  { id: text },
  'select from storage_binding where organization_id = :organization and id = :id for no key update',
)

export const writePosture = statement(
  'write_storage_posture',
  {
    bindingId: text,
    at: text,
    soon: flag,
    probedAt: nullable(text),
    baseline: nullable(text),
    baselineOf: nullable(text),
    checks: text,
  },
  `insert into storage_posture (organization_id, binding_id, due_at, swept_at, probed_at, baseline, baseline_of, checks)
   select b.organization_id, b.id,
          case when :soon::boolean then :at::timestamptz else posture_turn(b.organization_id, :at::timestamptz) end,
          :at::timestamptz, :probedAt::timestamptz, :baseline::text, :baselineOf::timestamptz, :checks::text
     from storage_binding b where b.organization_id = :organization and b.id = :bindingId
   on conflict (organization_id, binding_id) do update set due_at = excluded.due_at, swept_at = excluded.swept_at,
      probed_at = excluded.probed_at, baseline = excluded.baseline, baseline_of = excluded.baseline_of, checks = excluded.checks`,
)

export const openDeviation = statement(
  'open_storage_deviation',
  {
    id: text,
    bindingId: text,
    check: text,
    stops: choice<Stops>,
    code: nullable(text),
    failures: number,
    since: text,
    at: text,
  },
  `insert into storage_deviation (organization_id, id, binding_id, check_name, stops, code, failures, since, opened_at, last_failed_at)
   values (:organization, :id, :bindingId, :check, :stops, :code, :failures, :since, :at, :at)`,
)

export const worsenDeviation = statement(
  'worsen_storage_deviation',
  { bindingId: text, check: text, stops: choice<Stops>, code: nullable(text), failures: number, at: text },
  `update storage_deviation set stops = :stops, code = :code, failures = :failures, last_failed_at = :at
    where organization_id = :organization and binding_id = :bindingId and check_name = :check and closed_at is null`,
)

export const closeDeviation = statement(
  'close_storage_deviation',
  { bindingId: text, check: text, at: text },
  `update storage_deviation set closed_at = :at
    where organization_id = :organization and binding_id = :bindingId and check_name = :check and closed_at is null`,
)

export const closeDeviations = statement(
  'close_storage_deviations',
  { bindingId: text, at: text },
  `update storage_deviation set closed_at = :at
    where organization_id = :organization and binding_id = :bindingId and closed_at is null`,
)

export const forgetDeviations = statement(
  'forget_storage_deviations',
  { bindingId: text, keep: number },
  `delete from storage_deviation where organization_id = :organization and binding_id = :bindingId and closed_at is not null
      and id <= (select id from storage_deviation where organization_id = :organization and binding_id = :bindingId
                  order by id desc offset :keep limit 1)`,
)

export const listDeviations = statement(
  'list_storage_deviations',
  { position: text, limit: number, bindingId: text },
  `select id, binding_id, check_name, stops, code, failures, since, opened_at, last_failed_at, closed_at
     from storage_deviation
    where organization_id = :organization and id < :position and binding_id = :bindingId
    order by id desc limit :limit`,
)

export const bindingsToSweep = statement(
  'bindings_to_sweep',
  { now: text, everyOne: flag },
  'select * from bindings_to_sweep(:now, :everyOne)',
)

export type DeviationRow = RowOf<typeof listDeviations>
