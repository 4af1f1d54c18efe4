import { type Static, Type } from 'typebox'
import type { RecordWithNames } from '#family/records.ts'
import type { Change } from '#http/call.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { invalid, Refusal } from '#http/errors.ts'
import { Line, Reference } from '#http/schema.ts'
import { thereTwice } from '#http/sentences.ts'
import { sentence } from '#lib/sentence.ts'
import { requireNoRequest } from '#src/features/governance/approvals/second-person.ts'
import { Framework, frameworks } from '#src/features/governance/frameworks/framework.ts'
import { adoptClauses } from './adopt-clauses.ts'
import { Clause, clauseRecords, maxClauses } from './clause.ts'
import { lockClauses } from './clause-queries.ts'

const { clauseKey, parentKey, title, text, isAssessable } = Clause.properties

const ClauseInput = Type.Object({
  clauseKey,
  title,
  parentKey: Type.Optional(parentKey),
  text: Type.Optional(text),
  isAssessable: Type.Optional({
    ...isAssessable,
    description: 'False for headings. By default, a clause without text that contains others is a heading.',
  }),
})

type ImportedClause = Pick<Clause, 'clauseKey' | 'parentKey' | 'title' | 'text' | 'isAssessable' | 'place' | 'status'>

type StoredClause = RecordWithNames<typeof Clause, Record<never, never>, never>

const readClauses = (input: readonly Static<typeof ClauseInput>[]): ImportedClause[] => {
  const keys = new Set<string>()
  input.forEach(({ clauseKey, parentKey = null }, i) => {
    if (keys.has(clauseKey)) throw invalid(['clauses', i, 'clauseKey'], thereTwice)
    if (parentKey !== null && !keys.has(parentKey))
      throw invalid(['clauses', i, 'parentKey'], sentence`field.parent_key: is not the key of an earlier clause`)
    keys.add(clauseKey)
  })
  const parentKeys = new Set(input.map(({ parentKey }) => parentKey))
  return input.map(({ clauseKey, parentKey = null, title, text = '', isAssessable }, place) => ({
    ...{ clauseKey, parentKey, title, text, place, status: 'active' },
    isAssessable: isAssessable ?? (text !== '' || !parentKeys.has(clauseKey)),
  }))
}

/** Compares an import with the clauses of a framework. */
const compare = (stored: readonly StoredClause[], imported: readonly ImportedClause[]) => {
  const clausesByKey = new Map(stored.map(clause => [clause.fields.clauseKey, clause]))
  const added = imported.filter(({ clauseKey }) => !clausesByKey.has(clauseKey))
  const matches = imported.flatMap(clause => {
    const existing = clausesByKey.get(clause.clauseKey)
    return existing ? [{ existing, clause }] : []
  })
  const changed = matches.filter(({ existing, clause }) => !clauseRecords.isSame(existing, clause))
  const keys = new Set(imported.map(({ clauseKey }) => clauseKey))
  const withdrawn = stored.filter(({ fields }) => fields.status === 'active' && !keys.has(fields.clauseKey))
  return { added, changed, withdrawn, unchanged: matches.length - changed.length }
}

/** Returns the keys of applicable clauses that the import would withdraw or turn into headings. */
const findDroppedKeys = ({ changed, withdrawn }: ReturnType<typeof compare>): string[] => {
  const noLongerAssessable = changed.filter(({ clause }) => !clause.isAssessable).map(({ existing }) => existing)
  return [...withdrawn, ...noLongerAssessable]
    .filter(({ fields }) => fields.status === 'active' && fields.isAssessable && fields.applicability === 'applicable')
    .map(({ fields }) => fields.clauseKey)
}

/**
 * Requires a second person to drop applicable clauses; otherwise one person could exclude clauses by omitting them from
 * an import. Drafts are exempt, because nothing relies on their clauses yet.
 */
const requireSecondPersonToDrop = async (change: Change, framework: Framework, dropped: readonly string[]) => {
  if (framework.status === 'draft' || dropped.length === 0) return
  if (!(await requireNoRequest(change, framework.id))) return
  const firstKeys = dropped.slice(0, 10).join(', ')
  throw new Refusal(
    'forbidden_resource',
    sentence`clause.withdrawal_needs_second_person: Withdrawing applicable clauses, or turning them into headings, needs a second person. First request the exclusion of these clauses (${{ count: dropped.length }}: ${{ clauses: firstKeys }}).`,
  )
}

const Count = Type.Integer({ minimum: 0 })
/** The maximum number of keys in each list of the response. */
const maxListedKeys = 200
const KeyList = Type.Array(Type.String(), { description: `The keys of these clauses, at most ${maxListedKeys}.` })
const keysOf = (clauses: readonly { readonly clauseKey: string }[]): string[] =>
  clauses.slice(0, maxListedKeys).map(({ clauseKey }) => clauseKey)

export const importClauses = changeEndpoint({
  name: 'importClauses',
  summary: 'Import the clauses of a framework: add new clauses and withdraw missing ones',
  tag: 'Frameworks',
  method: 'POST',
  workspace: { path: '/frameworks/{frameworkId}/clauses', roles: ['admin', 'contributor'] },
  status: 200,
  action: 'framework.clauses.import',
  maxBytes: 32 * 1024 * 1024,
  params: Type.Object({ frameworkId: Reference('gfw') }),
  body: Type.Object({
    clauses: Type.Array(ClauseInput, {
      minItems: 1,
      maxItems: maxClauses,
      description: 'All clauses of the framework, in order.',
    }),
    sourceDigest: Type.Optional(Framework.properties.sourceDigest),
    withControls: Type.Optional(
      Type.Boolean({
        description:
          'Whether to link each unanswered clause to the control with its key, which is created if it does not exist.',
      }),
    ),
    controlKeyPrefix: Type.Optional(
      Line(100, 'The prefix for the keys of these controls; by default the key of the framework and a space.'),
    ),
    dryRun: Type.Optional(Type.Boolean({ description: 'Whether to report the changes without making them.' })),
  }),
  response: Type.Object(
    {
      added: Count,
      changed: Count,
      withdrawn: Count,
      unchanged: Count,
      controls: Type.Integer({ minimum: 0, description: 'The number of new controls.' }),
      addedKeys: KeyList,
      changedKeys: KeyList,
      withdrawnKeys: KeyList,
    },
    { title: 'ClauseImport' },
  ),
  errors: ['not_found', 'forbidden_resource', 'conflict', 'unprocessable'],
  conflicts: {
    control_key: sentence`control.created_meanwhile: Another call has just created a control with one of these keys; import again.`,
  },
  async run(change, { params: { frameworkId }, body }) {
    const { tx, audit } = change
    const framework = await frameworks.records.lock(change, frameworkId)
    if (framework.fields.status === 'retired')
      throw new Refusal(
        'unprocessable',
        sentence`framework.retired_for_clauses: The framework is retired; clauses cannot be imported into it.`,
      )
    const imported = readClauses(body.clauses)
    const stored = (await tx.query(lockClauses, { frameworkId })).map(clauseRecords.read)
    const compared = compare(stored, imported)
    const { added, changed, withdrawn, unchanged } = compared
    if (stored.length + added.length > maxClauses)
      throw new Refusal(
        'unprocessable',
        sentence`framework.clause_limit: A framework has at most ${{ maxClauses }} clauses, including withdrawn ones.`,
      )
    const response = {
      ...{ added: added.length, changed: changed.length, withdrawn: withdrawn.length, unchanged, controls: 0 },
      addedKeys: keysOf(added),
      changedKeys: keysOf(changed.map(({ clause }) => clause)),
      withdrawnKeys: keysOf(withdrawn.map(({ fields }) => fields)),
    }
    const detail = `${added.length} added, ${changed.length} changed, ${withdrawn.length} withdrawn`
    if (body.dryRun) {
      audit(frameworkId, { detail: `dry run: ${detail}` })
      return response
    }
    await requireSecondPersonToDrop(change, framework.fields, findDroppedKeys(compared))
    for (const clause of added) {
      const newClause = clauseRecords.insert(
        change,
        { ...clause, frameworkId, applicability: 'applicable', justification: null },
        {},
      )
      audit(newClause.id, { after: newClause.record, action: 'clause.create' })
    }
    for (const { existing, clause } of changed) {
      const after = clauseRecords.update(change, existing, clause)
      audit(after.id, { before: existing.record, after: after.record, action: 'clause.update' })
    }
    for (const existing of withdrawn) {
      const after = clauseRecords.update(change, existing, { status: 'withdrawn' })
      audit(after.id, { before: existing.record, after: after.record, action: 'clause.withdraw' })
    }
    const prefix = body.controlKeyPrefix ?? `${framework.fields.frameworkKey} `
    const controls = body.withControls ? await adoptClauses(change, frameworkId, prefix) : 0
    const { sourceDigest = framework.fields.sourceDigest } = body
    const after = frameworks.records.update(change, framework, { sourceDigest })
    audit(frameworkId, { before: framework.record, after: after.record, detail })
    return { ...response, controls }
  },
})
