import type { PlannedMigration } from '#src/features/storage/migration/begin-migration.ts'
import type { StorageMigration } from '#src/features/storage/migration/migration.ts'
import type { Coverage, ScrubResult } from '#src/features/storage/scrub/scrub-now.ts'
import type { CheckedBinding } from './check-bindings.ts'
import type { MigrationEnds } from './migrate-files.ts'

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

const formatBytes = (bytes: number): string => {
  const step = Math.min(Math.max(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 0), units.length - 1)
  return `${(bytes / 1000 ** step).toLocaleString('en', { maximumFractionDigits: 1 })} ${units[step]}`
}

const countOf = (number: number, one: string, several = `${one}s`): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : several}`

/** Lists the required probes that failed, each with its code. */
export const faultsOf = ({ results }: CheckedBinding): readonly string[] => {
  if (results.length === 0) return ['cannot be opened']
  const failures = results.filter(({ required, outcome }) => required && outcome !== 'passed')
  return failures.map(({ probe, outcome, code }) => `${probe} ${code ? `${outcome}: ${code}` : outcome}`)
}

const indent = (line: string): string => `  ${line}`

export const bindingCheckLines = (checked: CheckedBinding): string => {
  const { organization, bindingId, name, status, passed } = checked
  const head = `${organization}: ${name} (${bindingId}, ${status}) ${passed ? 'passed' : 'did not pass'}`
  return [head, ...faultsOf(checked).map(indent)].join('\n')
}

const describeRoute = ({ source, target }: MigrationEnds): string => `from ${source.name} to ${target.name}`

const formatAmount = (items: number, bytes: number): string => `${countOf(items, 'file')}, ${formatBytes(bytes)}`

export const planLine = (slug: string, ends: MigrationEnds, planned: PlannedMigration): string => {
  const { items, bytes, seconds, bytesPerSecond } = planned
  const time = `${countOf(seconds, 'second')} at least, at ${formatBytes(bytesPerSecond)} a second`
  return `${slug}: ${formatAmount(items, bytes)} would be copied ${describeRoute(ends)}, in ${time}. Nothing was started.`
}

export const startedLine = (
  slug: string,
  ends: MigrationEnds,
  { id, mode, items, bytes }: StorageMigration,
): string => {
  const verb = mode === 'move' ? 'to be moved' : 'to be copied'
  return `${slug}: ${formatAmount(items.left, bytes.left)} ${verb} ${describeRoute(ends)} by storage migration ${id}. The servers do the work, even after this command has ended.`
}

/** An explanation for each status that needs one. */
const explanations: Readonly<Record<string, (migration: StorageMigration) => string>> = {
  __proto__: null as never,
  holding: ({ deleteAfter }) => `; the files are in both places until ${deleteAfter}`,
  failed: ({ code }) => `: ${code}; fix it and resume the migration in the app`,
}

export const progressLine = (migration: StorageMigration): string => {
  const { status, paused, waitsFor, items } = migration
  const done = `${items.copied} copied, ${items.left} left`
  const failures = items.failed > 0 ? [`${items.failed} failed`] : []
  const waits = paused ? ['paused'] : waitsFor ? [`waits for ${waitsFor}`] : []
  return `  ${status}: ${[done, ...failures, ...waits].join(', ')}${explanations[status]?.(migration) ?? ''}`
}

export const isFullyCovered = ({ suspects, damaged }: Coverage): boolean => suspects === 0 && damaged === 0

const problemLines = ({ suspects, damaged, lost }: Coverage): readonly string[] => [
  ...(suspects > 0
    ? [`${countOf(suspects, 'copy', 'copies')} wrong or missing once: checked again after 10 minutes`]
    : []),
  ...(damaged > 0 ? [`${damaged} damaged, never opened; of ${lost} of them no good copy is left`] : []),
]

/** Returns a line about the coverage, then a line for each problem. */
export const describeCoverage = (coverage: Coverage): readonly string[] => {
  const { copies, fresh, everyDays, bytes, oldestCheckAt } = coverage
  const oldest = oldestCheckAt === null ? '' : `, the oldest check at ${oldestCheckAt}`
  const head = `${fresh} of ${countOf(copies, 'copy', 'copies')} (${formatBytes(bytes)}) found right within ${everyDays} days${oldest}`
  return [head, ...problemLines(coverage)]
}

export const coverageLines = (coverage: Coverage): string => {
  const [head, ...rest] = describeCoverage(coverage)
  return [`${coverage.organization}: ${head}`, ...rest.map(indent)].join('\n')
}

export const scrubLines = (scrubbed: ScrubResult): string => {
  const { organization, read, unavailable } = scrubbed
  const skipped = unavailable.map(id => `${id} cannot be read at the moment; its copies were skipped`)
  const head = `${organization}: read ${countOf(read.copies, 'copy', 'copies')}, ${formatBytes(read.bytes)}; ${isFullyCovered(scrubbed) ? 'all right' : 'not all right'}`
  return [head, ...[...problemLines(scrubbed), ...skipped].map(indent)].join('\n')
}
