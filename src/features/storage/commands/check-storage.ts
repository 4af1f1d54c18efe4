import type { Check } from '#shared/check.ts'
import { coverageOf } from '#src/features/storage/scrub/scrub-now.ts'
import { checkBindings } from './check-bindings.ts'
import { describeCoverage, faultsOf, isFullyCovered } from './command-lines.ts'
import { workspacesOf } from './workspaces.ts'

/** Checks whether the storage of each workspace passes its required probes. */
export const bindingsCheck: Check = {
  name: 'storage',
  async *run(services) {
    for await (const checked of checkBindings(services)) {
      const { organization, name, passed } = checked
      const message = passed ? 'every required probe passed' : `did not pass: ${faultsOf(checked).join(', ')}`
      yield { subject: `${organization}: ${name}`, isOk: passed, message }
    }
  },
}

/** Checks whether stored files were intact when they were last read. */
export const filesCheck: Check = {
  name: 'files',
  async *run(services) {
    for await (const workspace of workspacesOf(services.db)) {
      const coverage = await coverageOf(services, workspace)
      yield { subject: workspace.slug, isOk: isFullyCovered(coverage), message: describeCoverage(coverage).join('; ') }
    }
  },
}
