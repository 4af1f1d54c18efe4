import type { Change } from '#http/call.ts'
import { iso } from '#lib/clock.ts'
import type { ProbeResult } from '#lib/object-store.ts'
import { forgetProbeRuns, insertProbeRun } from '#src/features/storage/bindings/binding-queries.ts'
import type { ProbeRun } from './probe-run.ts'
import { passedAll } from './probes.ts'

const maxRuns = 200

/** Returns the first required probe that failed. */
export const failingProbe = (results: readonly ProbeResult[]): ProbeResult | undefined =>
  results.find(({ required, outcome }) => required && outcome !== 'passed')

/** Stores the result of a run, and deletes the oldest runs. */
export const writeProbeRun = (
  { tx, ids, now }: Pick<Change, 'tx' | 'ids' | 'now'>,
  { bindingId, cause, results }: Pick<ProbeRun, 'bindingId' | 'cause'> & { readonly results: readonly ProbeResult[] },
): { readonly run: ProbeRun; readonly record: string } => {
  const run: ProbeRun = {
    id: ids.next('spr', now),
    bindingId,
    cause,
    passed: passedAll(results),
    results: results.map(({ probe, required, outcome, code }) => ({ probe, required, outcome, ...(code && { code }) })),
    createdAt: iso(now),
  }
  const record = JSON.stringify(run)
  tx.write(insertProbeRun, { id: run.id, bindingId, record })
  tx.write(forgetProbeRuns, { bindingId, keep: maxRuns })
  return { run, record }
}
