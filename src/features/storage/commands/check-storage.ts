import type { Check } from '#shared/check.ts'
import { coverageOf } from '#src/features/storage/scrub/scrub-now.ts'
import { checkBindings } from './check-bindings.ts'
import { faultsOf, isFullyCovered, linesOfCoverage } from './command-lines.ts'
import { workspacesOf } from './workspaces.ts'

/** Checks whether the storage of each workspace passes its required probes. */
export const bindingsCheck: Check = {
  name: 'storage',
  async *look(looking) {
    for await (const checked of checkBindings(looking)) {
      const { organization, name, passed } = checked
      const says = passed ? 'every required probe passed' : `did not pass: ${faultsOf(checked).join(', ')}`
      yield { what: `${organization}: ${name}`, good: passed, says }
    }
  },
}

/** Checks whether stored files were intact when they were last read. */
export const filesCheck: Check = {
  name: 'files',
  async *look(looking) {
    for await (const workspace of workspacesOf(looking.db)) {
      const coverage = await coverageOf(looking, workspace)
      yield { what: workspace.slug, good: isFullyCovered(coverage), says: linesOfCoverage(coverage).join('; ') }
    }
  },
}
