import type { Clause } from '#src/features/governance/clauses/clause.ts'
import type { Framework } from '#src/features/governance/frameworks/framework.ts'
import { oscalVersion, prop, sampleProps, statementOf, titleOf, titleProps, tokenOf, uuidOf } from './identifiers.ts'

type ChildrenByParent = ReadonlyMap<string | null, readonly Clause[]>

/** The maximum depth. Deeper clauses move to the top level; no known framework has more than 8 levels. */
const maxDepth = 18

const propsOf = ({ clauseKey, title, isAssessable, applicability }: Clause) => [
  prop('clause-key', clauseKey),
  ...titleProps(title, titleOf(title, clauseKey)),
  ...(isAssessable ? [] : [prop('is-assessable', 'false')]),
  ...(applicability === 'not_applicable' ? [prop('applicability', 'not-applicable')] : []),
]

const partsOf = ({ clauseKey, text }: Clause) =>
  text === '' ? {} : { parts: [{ id: statementOf(clauseKey), name: 'statement', prose: text }] }

const controlOf = (clause: Clause, children: ChildrenByParent): object => {
  const controls = (children.get(clause.clauseKey) ?? []).map(child => controlOf(child, children))
  return {
    id: tokenOf(clause.clauseKey),
    title: titleOf(clause.title, clause.clauseKey),
    props: propsOf(clause),
    ...partsOf(clause),
    ...(controls.length > 0 && { controls }),
  }
}

const groupOf = (clause: Clause, children: ChildrenByParent): object => ({
  id: tokenOf(clause.clauseKey),
  title: titleOf(clause.title, clause.clauseKey),
  props: propsOf(clause),
  ...partsOf(clause),
  ...membersOf(clause.clauseKey, children),
})

/**
 * Returns groups if all clauses are headings. Otherwise returns controls, which keeps the order, because a catalog
 * lists groups first.
 */
const membersOf = (key: string | null, children: ChildrenByParent): object => {
  const clauses = children.get(key) ?? []
  if (clauses.length === 0) return {}
  return clauses.every(({ isAssessable }) => !isAssessable)
    ? { groups: clauses.map(clause => groupOf(clause, children)) }
    : { controls: clauses.map(clause => controlOf(clause, children)) }
}

/**
 * Groups clauses by their parent. Clauses whose parent is missing or too deep move to the top level, so that none is
 * lost.
 */
const groupByParent = (clauses: readonly Clause[]): ChildrenByParent => {
  const depths = new Map<string, number>()
  return Map.groupBy(clauses, ({ clauseKey, parentKey }) => {
    const depth = parentKey === null ? undefined : depths.get(parentKey)
    const isBelow = depth !== undefined && depth < maxDepth
    depths.set(clauseKey, isBelow ? depth + 1 : 0)
    return isBelow ? parentKey : null
  })
}

/** Renders a framework with its active clauses, in order, as an OSCAL catalog. The same state yields the same text. */
export const catalogOf = (framework: Framework, clauses: readonly Clause[], sample?: boolean): string => {
  const { id, frameworkKey, title, version, description, updatedAt } = framework
  const lastModified = clauses.reduce((last, clause) => (clause.updatedAt > last ? clause.updatedAt : last), updatedAt)
  const body = {
    metadata: {
      title,
      'last-modified': lastModified,
      version: version?.trim() || lastModified,
      'oscal-version': oscalVersion,
      props: [prop('framework-id', id), prop('framework-key', frameworkKey), ...sampleProps(sample)],
      ...(description.trim() !== '' && { remarks: description }),
    },
    ...membersOf(null, groupByParent(clauses)),
  }
  return JSON.stringify({ catalog: { uuid: uuidOf('catalog', id, JSON.stringify(body)), ...body } })
}
