import type { Change } from '#http/call.ts'
import { readLocked } from '#shared/read-locked.ts'
import { controls } from '#src/features/governance/controls/control.ts'
import { lockControlsWithKeys, maxLinks } from '#src/features/governance/controls/control-queries.ts'
import { insertAnswer, insertRequirement } from '#src/features/governance/controls/link-queries.ts'
import { linkRecord } from '#src/features/governance/controls/links.ts'
import { type CatalogEntry, entriesOf, referencesIn } from './catalog.ts'
import { openFramework } from './open-framework.ts'
import { answerByTemplates, raiseAnswer } from './raise-answer.ts'
import type { Language, SchemeKey } from './template.ts'
import {
  findTemplateClauses,
  findTemplateControls,
  findTemplateLinks,
  lockPartialAnswers,
  lockTemplateClauses,
} from './template-queries.ts'

interface Input {
  readonly scheme: SchemeKey
  readonly language: Language
  /** The requirements of the workspace that have the key of a template. */
  readonly idsByKey: ReadonlyMap<string, string>
}

/** A control, its requirement and the references that they answer. */
interface Ends {
  readonly controlId: string
  readonly requirementId: string
  readonly references: readonly string[]
}

/** Finds or creates the control of each template. Names those that cannot get more links. */
const openControls = async (change: Change, entries: readonly CatalogEntry[], { scheme, language }: Input) => {
  const present = await readLocked(change.tx, lockControlsWithKeys, findTemplateControls, {
    keys: entries.map(({ key }) => key),
  })
  const presentByKey = new Map(present.map(control => [control.key, control]))
  const ids = new Map<string, string>()
  const full: string[] = []
  for (const entry of entries) {
    const control = presentByKey.get(entry.key)
    if (control) {
      const { clauses, requirements, status } = control
      const hasRoom = clauses + referencesIn(entry, scheme).length <= maxLinks && requirements < maxLinks
      if (status === 'retired' || !hasRoom) full.push(entry.key)
      else ids.set(entry.key, control.id)
      continue
    }
    const [title, description] = entry[language]
    const fields = { controlKey: entry.key, title, description, status: 'active', ownerId: null } as const
    const created = controls.records.insert(change, fields, {})
    change.audit(created.id, { action: 'control.create', after: created.record })
    ids.set(entry.key, created.id)
  }
  return { ids, full, created: entries.length - present.length }
}

/** Links the control of each template to its requirement. */
const linkRequirements = (change: Change, ends: readonly Ends[], linked: ReadonlySet<string>): void => {
  for (const { controlId, requirementId } of ends) {
    const resource = `${controlId}/${requirementId}`
    if (linked.has(resource)) continue
    const record = linkRecord(change, {})
    change.tx.write(insertRequirement, { controlId, requirementId, record })
    change.audit(resource, { action: 'control.requirement.add', after: record })
  }
}

/**
 * Links the requirements of a scheme to the clauses of its framework, each through the control of its template. Creates
 * what is missing. A control answers a clause wholly only if the workspace has all templates that answer the clause;
 * earlier partial answers by templates are raised once it has them.
 */
export const linkFramework = async (change: Change, input: Input) => {
  const { tx } = change
  const { scheme, idsByKey } = input
  const answering = entriesOf(scheme)
  const entries = answering.filter(({ key }) => idsByKey.has(key))
  const { clauses: newClauses, ...framework } = await openFramework(change, input)
  const { ids: controlIds, full, created } = await openControls(change, entries, input)
  const ends = entries.flatMap(entry => {
    const [controlId, requirementId] = [controlIds.get(entry.key), idsByKey.get(entry.key)]
    return controlId && requirementId ? [{ controlId, requirementId, references: referencesIn(entry, scheme) }] : []
  })
  const keys = [...new Set(ends.flatMap(({ references }) => references))]
  const clauses = await readLocked(tx, lockTemplateClauses, findTemplateClauses, {
    frameworkId: framework.id,
    keys,
  })
  const answered = { controls: ends.map(({ controlId }) => controlId), clauses: clauses.map(({ id }) => id) }
  const links = await tx.query(findTemplateLinks, {
    ...answered,
    requirements: ends.map(({ requirementId }) => requirementId),
  })
  const partial = await tx.query(lockPartialAnswers, answered)
  const partialRecords = new Map(partial.map(one => [`${one.control_id}/${one.clause_id}`, one.record]))
  const linked = new Set(links.map(({ control_id, end_id }) => `${control_id}/${end_id}`))
  linkRequirements(change, ends, linked)
  const openClauses = new Map(
    clauses.filter(({ controls }) => controls + answering.length <= maxLinks).map(one => [one.key, one.id]),
  )
  let added = 0
  let raised = 0
  for (const [reference, clauseId] of openClauses) {
    const answers = answering.filter(entry => referencesIn(entry, scheme).includes(reference))
    const answer = answerByTemplates(
      answers.every(({ key }) => controlIds.has(key)),
      input.language,
    )
    for (const { controlId } of ends.filter(({ references }) => references.includes(reference))) {
      const link = `${controlId}/${clauseId}`
      const earlier = answer.extent === 'full' ? partialRecords.get(link) : undefined
      if (earlier !== undefined && raiseAnswer(change, { clauseId, controlId, record: earlier })) raised++
      if (linked.has(link)) continue
      const record = linkRecord(change, answer)
      tx.write(insertAnswer, { clauseId, controlId, extent: answer.extent, record })
      change.audit(`${clauseId}/${controlId}`, { action: 'clause.control.add', after: record })
      added++
    }
  }
  const leftOut = [...full, ...keys.filter(key => !openClauses.has(key))]
  return {
    ...framework,
    clauses: newClauses,
    controls: created,
    links: added,
    raised,
    answered: openClauses.size,
    leftOut,
  }
}
