import type { Change } from '#http/call.ts'
import { raiseClauseControl } from '#src/features/governance/controls/link-queries.ts'
import type { Language } from './template.ts'

/** The note of a partial answer by templates. It distinguishes these answers from those that people rated partial. */
const partialNotes: Readonly<Record<Language, string>> = {
  en: 'From templates: others that answer this clause are not in the workspace.',
  de: 'Aus Vorlagen: Weitere, die diesen Abschnitt erfüllen, fehlen im Arbeitsbereich.',
}

const knownNotes: ReadonlySet<unknown> = new Set(Object.values(partialNotes))

/** Returns the fields of an answer by templates: full if the workspace has all templates that answer the clause. */
export const answerByTemplates = (isFull: boolean, language: Language) =>
  isFull ? ({ extent: 'full', note: null } as const) : ({ extent: 'partial', note: partialNotes[language] } as const)

interface PartialAnswer {
  readonly clauseId: string
  readonly controlId: string
  readonly record: string
}

/** Raises a locked partial answer to a full one if templates made it, and returns whether they did. */
export const raiseAnswer = (change: Change, { clauseId, controlId, record }: PartialAnswer): boolean => {
  const answer: Readonly<Record<string, unknown>> = JSON.parse(record)
  if (!knownNotes.has(answer.note)) return false
  const after = JSON.stringify({ ...answer, extent: 'full', note: null })
  change.tx.write(raiseClauseControl, { clauseId, controlId, record: after })
  change.audit(`${clauseId}/${controlId}`, { action: 'clause.control.raise', before: record, after })
  return true
}
