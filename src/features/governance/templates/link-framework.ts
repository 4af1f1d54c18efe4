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
interface LinkedControl {
  readonly controlId: string
  readonly requirementId: string
  readonly references: readonly string[]
}

/** Finds or creates the control of each template. `full` lists controls that are retired or cannot get more links. */
const openControls = async (change: Change, entries: readonly CatalogEntry[], { scheme, language }: Input) => {
  const existing = await readLocked(change.tx, lockControlsWithKeys, findTemplateControls, {
    keys: entries.map(({ key }) => key),
  })
  const controlsByKey = new Map(existing.map(control => [control.key, control]))
  const ids = new Map<string, string>()
  const full: string[] = []
  for (const entry of entries) {
    const control = controlsByKey.get(entry.key)
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
  return { ids, full, created: entries.length - existing.length }
}

/** Links the control of each template to its requirement. */
const linkRequirements = (
  change: Change,
  linkedControls: readonly LinkedControl[],
  linked: ReadonlySet<string>,
): void => {
  for (const { controlId, requirementId } of linkedControls) {
    const resource = `${controlId}/${requirementId}`
    if (linked.has(resource)) continue
    const record = linkRecord(change, {})
    change.tx.write(insertRequirement, { controlId, requirementId, record })
    change.audit(resource, { action: 'control.requirement.add', after: record })
  }
}

/**
 * Links the requirements of a scheme to the clauses of its framework, each through the control of its template. Creates
 * what is missing. A control answers a clause wholly only if the workspace has all templates that answer the clause.
 * Then earlier partial answers by templates become full ones.
 */
export const linkFramework = async (change: Change, input: Input) => {
  const { tx } = change
  const { scheme, idsByKey } = input
  const schemeEntries = entriesOf(scheme)
  const entries = schemeEntries.filter(({ key }) => idsByKey.has(key))
  const { clauses: newClauses, ...framework } = await openFramework(change, input)
  const { ids: controlIds, full, created } = await openControls(change, entries, input)
  const linkedControls = entries.flatMap(entry => {
    const [controlId, requirementId] = [controlIds.get(entry.key), idsByKey.get(entry.key)]
    return controlId && requirementId ? [{ controlId, requirementId, references: referencesIn(entry, scheme) }] : []
  })
  const keys = [...new Set(linkedControls.flatMap(({ references }) => references))]
  const clauses = await readLocked(tx, lockTemplateClauses, findTemplateClauses, {
    frameworkId: framework.id,
    keys,
  })
  const answerParams = {
    controls: linkedControls.map(({ controlId }) => controlId),
    clauses: clauses.map(({ id }) => id),
  }
  const links = await tx.query(findTemplateLinks, {
    ...answerParams,
    requirements: linkedControls.map(({ requirementId }) => requirementId),
  })
  const partial = await tx.query(lockPartialAnswers, answerParams)
  const partialRecords = new Map(partial.map(row => [`${row.control_id}/${row.clause_id}`, row.record]))
  const linked = new Set(links.map(({ control_id, end_id }) => `${control_id}/${end_id}`))
  linkRequirements(change, linkedControls, linked)
  const openClauses = new Map(
    clauses.filter(({ controls }) => controls + schemeEntries.length <= maxLinks).map(({ key, id }) => [key, id]),
  )
  let added = 0
  let raised = 0
  for (const [reference, clauseId] of openClauses) {
    const answers = schemeEntries.filter(entry => referencesIn(entry, scheme).includes(reference))
    const answer = answerByTemplates(
      answers.every(({ key }) => controlIds.has(key)),
      input.language,
    )
    for (const { controlId } of linkedControls.filter(({ references }) => references.includes(reference))) {
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
