/** Creates the report on a log. */
import { lineOf, truncate } from '#client/import/text.ts'
import type { Run } from './log.ts'
import type { Places } from './place.ts'
import { categoryOf, externalContentOf, gapsOf } from './run-state.ts'

export const toolOf = (run: Run): string => truncate(lineOf(run.tool?.driver?.name ?? ''), 200) || 'scanner'

export const gapsByRun = (runs: readonly Run[]): string[] =>
  runs.flatMap((run, i) => gapsOf(run).map(gap => `run ${i + 1} (${toolOf(run)}): ${gap}`))

export const notesOf = (run: Run, places: Places, index: number): string[] => {
  const externalKinds = externalContentOf(run)
  const id = run.automationDetails?.id
  return [
    ...places.notes,
    ...(externalKinds.length > 0 ? [`its ${externalKinds.join(', ')} are in other files, which are not read`] : []),
    ...(id && categoryOf(run) === undefined && !id.startsWith('/')
      ? [
          `automationDetails.id “${truncate(lineOf(id), 200)}” has no “/”, so it names the run but no category; use --category KEY to give one`,
        ]
      : []),
  ].map(note => `run ${index + 1} (${toolOf(run)}): ${note}`)
}

export const unknownLevelsNote = (unknown: ReadonlyMap<string, number>): string[] => {
  if (unknown.size === 0) return []
  const levels = [...unknown].slice(0, 20).map(([word, count]) => `“${truncate(lineOf(word), 100)}” (${count})`)
  return [`unknown severities, replaced by the level, else by medium: ${levels.join(', ')}`]
}
