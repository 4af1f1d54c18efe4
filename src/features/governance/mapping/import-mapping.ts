import { Type } from 'typebox'
import type { Change } from '#http/call.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { invalid, Refusal } from '#http/errors.ts'
import { Line, Reference } from '#http/schema.ts'
import { sentence } from '#lib/sentence.ts'
import { clauseRecords } from '#src/features/governance/clauses/clause.ts'
import { lockClauses } from '#src/features/governance/clauses/clause-queries.ts'
import { maxLinks } from '#src/features/governance/controls/control-queries.ts'
import { insertAnswer } from '#src/features/governance/controls/link-queries.ts'
import { linkRecord } from '#src/features/governance/controls/links.ts'
import { type Framework, frameworks, frameworkView } from '#src/features/governance/frameworks/framework.ts'
import { type Proposal, proposalsOf } from './mapping.ts'
import {
  countAnswersOfControls,
  listActiveKeys,
  lockAnsweringControls,
  selectMappingAnswers,
} from './mapping-queries.ts'

/** The maximum number of relations; the largest known mapping has 3,321. */
const maxRelations = 10_000
/**
 * The maximum number of links that one import adds. A relation adds one for each control that answers its source
 * clause.
 */
const maxAdded = 10_000

const RelationInput = Type.Object({
  sourceKey: Line(200, 'The key of a clause of the source framework. Case is ignored if the key stays unique.'),
  targetKey: Line(200, 'The key of a clause of this framework, matched in the same way.'),
  relationship: Line(
    100,
    'The relationship of the source clause to the target clause: equal, equivalent, superset, subset, intersects or no-relationship, as OSCAL or CISO Assistant spell them.',
  ),
  isPartial: Type.Optional(
    Type.Boolean({
      description:
        'Whether the relation holds only for part of the target clause, or only for the source clause together with others.',
    }),
  ),
})

const Count = Type.Integer({ minimum: 0 })
/** The maximum number of names in each list of the response. */
const maxNamed = 200
const NameList = (description: string) =>
  Type.Object(
    { count: Count, names: Type.Array(Type.String()) },
    { description: `${description}; at most ${maxNamed} are named.` },
  )

const listNames = (names: ReadonlySet<string>) => ({ count: names.size, names: [...names].slice(0, maxNamed) })

/** Selects the new links that keep clauses and controls within their limits. */
const withinLimits = (
  proposals: readonly Proposal[],
  existing: readonly { readonly clause: string; readonly control: string }[],
  controls: ReadonlyMap<string, number>,
) => {
  const linked = new Set(existing.map(({ clause, control }) => `${clause}/${control}`))
  const ofClause = new Map<string, number>()
  for (const { clause } of existing) ofClause.set(clause, (ofClause.get(clause) ?? 0) + 1)
  const ofControl = new Map(controls)
  const overLimit = new Set<string>()
  const newLinks = proposals.filter(({ clauseId, controlId }) => !linked.has(`${clauseId}/${controlId}`))
  const added = newLinks.filter(({ clauseId, controlId, targetKey }) => {
    const [clauses, answers] = [ofControl.get(controlId) ?? 0, ofClause.get(clauseId) ?? 0]
    if (clauses >= maxLinks || answers >= maxLinks) {
      overLimit.add(targetKey)
      return false
    }
    ofControl.set(controlId, clauses + 1)
    ofClause.set(clauseId, answers + 1)
    return true
  })
  return { added, present: proposals.length - newLinks.length, overLimit }
}

const requireDifferentFrameworks = (target: Framework, source: Framework): void => {
  if (target.id === source.id)
    throw invalid(['sourceFrameworkId'], sentence`field.other_framework: must be another framework`)
  if (target.status === 'retired')
    throw new Refusal(
      'unprocessable',
      sentence`framework.retired_for_mappings: The framework is retired; mappings cannot be imported into it.`,
    )
}

const insert = (change: Change, sourceKey: string, { clauseId, controlId, extent, relation }: Proposal): void => {
  const note = `${sourceKey} ${relation.sourceKey}: ${relation.relationship}`
  const record = linkRecord(change, { extent, note })
  change.tx.write(insertAnswer, { clauseId, controlId, extent, record })
  change.audit(`${clauseId}/${controlId}`, { after: record, action: 'clause.control.add' })
}

export const importMapping = changeEndpoint({
  name: 'importMapping',
  summary: 'Link controls that answer one framework to the clauses of another, according to a mapping between the two',
  tag: 'Frameworks',
  method: 'POST',
  workspace: { path: '/frameworks/{frameworkId}/mapping', roles: ['admin', 'contributor'] },
  status: 200,
  action: 'framework.mapping.import',
  maxBytes: 8 * 1024 * 1024,
  params: Type.Object({ frameworkId: Reference('gfw') }),
  body: Type.Object({
    sourceFrameworkId: Reference('gfw'),
    relations: Type.Array(RelationInput, { minItems: 1, maxItems: maxRelations }),
    dryRun: Type.Optional(Type.Boolean({ description: 'Whether to report the links without adding them.' })),
  }),
  response: Type.Object(
    {
      added: Count,
      wholly: Type.Integer({ minimum: 0, description: 'Added links that answer their clause wholly.' }),
      partly: Type.Integer({ minimum: 0, description: 'Added links that answer their clause in part.' }),
      present: Type.Integer({ minimum: 0, description: 'Links that already existed and did not change.' }),
      unrelated: Type.Integer({ minimum: 0, description: 'Relations that state that the clauses are unrelated.' }),
      unanswered: NameList('Source clauses that no active control answers'),
      sourceMissing: NameList('Keys without an active clause in the source framework'),
      targetMissing: NameList('Keys without an active clause in this framework'),
      notAssessable: NameList('Clauses of this framework that are not assessable'),
      unknownRelationships: NameList('Unknown relationships, which are ignored'),
      overLimit: NameList(`Clauses that lack a link, because a clause and a control have at most ${maxLinks} links`),
    },
    { title: 'MappingImport' },
  ),
  errors: ['not_found', 'conflict', 'unprocessable'],
  conflicts: {
    clause_control_pkey: sentence`mapping.added_meanwhile: One of these links was added in the meantime; import again.`,
  },
  async run(change, { params: { frameworkId }, body: { sourceFrameworkId, relations, dryRun = false } }) {
    const { tx, audit } = change
    const target = await frameworks.records.lock(change, frameworkId)
    const { fields: source } = await frameworkView.find(change, sourceFrameworkId)
    requireDifferentFrameworks(target.fields, source)
    const targets = (await tx.query(lockClauses, { frameworkId })).map(clauseRecords.read).map(({ fields }) => fields)
    const sources = await tx.query(listActiveKeys, { frameworkId: sourceFrameworkId })
    const locked = await tx.query(lockAnsweringControls, { frameworkId: sourceFrameworkId })
    const counted = await tx.query(countAnswersOfControls, { ids: locked.map(({ id }) => id) })
    const controls = new Map(counted.map(({ id, clauses }) => [id, clauses]))
    const answers = (await tx.query(selectMappingAnswers, { frameworkId: sourceFrameworkId })).filter(({ control }) =>
      controls.has(control),
    )
    const sides = {
      ...{ sources, answers },
      targets: targets.flatMap(({ id, clauseKey: key, status, isAssessable }) =>
        status === 'active' ? [{ id, key, isAssessable }] : [],
      ),
    }
    const { proposals, unrelated, unknown, ...named } = proposalsOf(relations, sides)
    const { added, present, overLimit } = withinLimits(
      proposals,
      await tx.query(selectMappingAnswers, { frameworkId }),
      controls,
    )
    if (added.length > maxAdded)
      throw new Refusal(
        'unprocessable',
        sentence`mapping.too_many_links: The mapping adds ${{ count: added.length }} links; one import adds at most ${{ maxAdded }}. Send fewer relations at once.`,
      )
    const wholly = added.filter(({ extent }) => extent === 'full').length
    if (!dryRun) for (const proposal of added) insert(change, source.frameworkKey, proposal)
    const detail = `${added.length} links from ${source.frameworkKey}, ${wholly} wholly, ${present} present`
    audit(frameworkId, { detail: dryRun ? `dry run: ${detail}` : detail })
    return {
      ...{ added: added.length, wholly, partly: added.length - wholly, present, unrelated },
      unanswered: listNames(named.unanswered),
      sourceMissing: listNames(named.sourceMissing),
      targetMissing: listNames(named.targetMissing),
      notAssessable: listNames(named.notAssessable),
      unknownRelationships: listNames(unknown),
      overLimit: listNames(overLimit),
    }
  },
})
