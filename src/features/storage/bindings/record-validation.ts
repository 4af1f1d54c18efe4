import type { Change } from '#http/call.ts'
import type { ProbeResult } from '#lib/object-store.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import { failingProbe, writeProbeRun } from '#src/features/storage/posture/probe-binding.ts'
import type { ProbeRun } from '#src/features/storage/posture/probe-run.ts'
import type { BindingRow } from './binding.ts'
import { nextBindingStatus, writeBinding } from './change-binding.ts'

/** Stores the result of validating a locked binding, and the resulting status. */
export const recordValidation = (
  change: Change,
  row: BindingRow,
  results: readonly ProbeResult[],
  action?: string,
): ProbeRun => {
  const { id: bindingId } = row
  const { run, record } = writeProbeRun(change, { bindingId, cause: 'validate', results })
  const failing = failingProbe(results)
  const status = nextBindingStatus(row, failing ? 'fail' : 'pass')
  const validated_at = failing ? null : new Date(change.now)
  writeBinding(change, { ...row, probes: record }, { status, validated_at }, action)
  if (failing) {
    const { probe, code } = failing
    const context = { bindingId, runId: run.id, probe, ...(code && { code }) }
    writeSecurityEvent(change, { type: 'storageOperationsValidationFailed', context })
  }
  return run
}
