import type { Change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import { clauseRecords } from '#src/features/governance/clauses/clause.ts'
import { frameworks } from '#src/features/governance/frameworks/framework.ts'
import { schemes } from './catalog.ts'
import type { Language, SchemeKey } from './template.ts'

interface Input {
  readonly scheme: SchemeKey
  readonly language: Language
}

/** Creates the framework of a scheme, with its chapters as headings. Returns the number of clauses except headings. */
const createFramework = (change: Change, { scheme, language }: Input) => {
  const { frameworkKey, title, version, chapters, prefix } = schemes[scheme]
  const fixed = { description: '', status: 'active', ownerId: null, sourceDigest: null } as const
  const framework = frameworks.records.insert(change, { frameworkKey, title: title[language], version, ...fixed }, {})
  change.audit(framework.id, { action: 'framework.create', after: framework.record })
  const isGerman = language === 'de'
  const orderedClauses = chapters.flatMap(({ key, title, clauses }) => [
    { clauseKey: key, parentKey: null, title: title[language], isAssessable: false },
    ...clauses.map(([reference, en, de]) => ({
      ...{ clauseKey: prefix + reference, parentKey: key, title: isGerman ? de : en, isAssessable: true },
    })),
  ])
  orderedClauses.forEach((clause, place) => {
    const state = { text: '', status: 'active', applicability: 'applicable', justification: null } as const
    const { id, record } = clauseRecords.insert(change, { ...clause, ...state, place, frameworkId: framework.id }, {})
    change.audit(id, { action: 'clause.create', after: record })
  })
  return { id: framework.id, title: title[language], clauses: orderedClauses.length - chapters.length }
}

/** Locks the framework of a scheme, or creates it with its clauses. Throws a 422 if it is retired. */
export const openFramework = async (change: Change, input: Input) => {
  const existing = await frameworks.records.lockByKey(change, schemes[input.scheme].frameworkKey)
  if (!existing) return { ...createFramework(change, input), isNew: true }
  const { id, fields } = existing
  if (fields.status === 'retired')
    throw new Refusal(
      'unprocessable',
      sentence`template.framework_retired: The framework ${{ framework: fields.title }} is retired; make it active again, or create the requirements without it.`,
    )
  return { id, title: fields.title, clauses: 0, isNew: false }
}
