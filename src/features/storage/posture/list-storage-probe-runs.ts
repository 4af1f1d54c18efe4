import { paged } from '#family/paged.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { BindingParams, bindingSurface } from '#src/features/storage/bindings/binding.ts'
import { findBinding, listProbeRuns as statement } from '#src/features/storage/bindings/binding-queries.ts'
import { ProbeRun } from './probe-run.ts'

export const listStorageProbeRuns = paged({
  name: 'listStorageProbeRuns',
  summary: 'List the probe runs of a storage binding, newest first; the last 200 are kept',
  tag: 'Storage',
  ...bindingSurface('/{bindingId}/probe-runs', 'auditor'),
  params: BindingParams,
  plural: 'probeRuns',
  of: ProbeRun,
  find: async (call, { bindingId }) =>
    firstOrNotFound(await call.read(findBinding, { id: bindingId }), 'storage binding'),
  read: (call, at) => call.read(statement, at),
})
