import { maxKeyLength } from '#family/noun.ts'
import type { Change } from '#http/call.ts'
import { invalid, Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import { readLocked } from '#shared/read-locked.ts'
import { controls } from '#src/features/governance/controls/control.ts'
import { lockControlsWithKeys, requireRoomForClause } from '#src/features/governance/controls/control-queries.ts'
import { insertAnswer } from '#src/features/governance/controls/link-queries.ts'
import { linkRecord } from '#src/features/governance/controls/links.ts'
import { findControlsByKey, unansweredClauses } from './clause-queries.ts'

/**
 * Answers each unanswered clause with a control whose key is the prefix followed by the clause's key. Two frameworks
 * with the same clause numbers therefore share controls only if they share the prefix. Returns the number of new
 * controls. Throws a 422 if a control with one of these keys is retired or already answers the maximum number of
 * clauses.
 */
export const adoptClauses = async (change: Change, frameworkId: string, prefix: string): Promise<number> => {
  const { tx, audit } = change
  const clauses = (await tx.query(unansweredClauses, { frameworkId })).map(({ id, key, title }) => {
    const controlKey = prefix + key
    if (controlKey.length > maxKeyLength)
      throw invalid(['controlKeyPrefix'], sentence`field.control_key_too_long: makes the key of a control too long`)
    return { clauseId: id, controlKey, title: title.slice(0, 500).trim() || controlKey }
  })
  const keys = clauses.map(({ controlKey }) => controlKey)
  const existing = await readLocked(tx, lockControlsWithKeys, findControlsByKey, { keys })
  const controlsByKey = new Map(existing.map(control => [control.key, control]))
  let createdCount = 0
  for (const { clauseId, controlKey, title } of clauses) {
    const control = controlsByKey.get(controlKey)
    if (control?.status === 'retired')
      throw new Refusal(
        'unprocessable',
        sentence`control.retired: The control ${{ controlKey }} is retired; make it active again, or choose another prefix.`,
      )
    if (control) requireRoomForClause(control)
    let controlId = control?.id
    if (controlId === undefined) {
      const fields = { controlKey, title, description: '', status: 'active', ownerId: null } as const
      const control = controls.records.insert(change, fields, {})
      audit(control.id, { after: control.record, action: 'control.create' })
      controlId = control.id
      createdCount++
    }
    const record = linkRecord(change, { extent: 'full', note: null })
    tx.write(insertAnswer, { clauseId, controlId, extent: 'full', record })
    audit(`${clauseId}/${controlId}`, { after: record, action: 'clause.control.add' })
  }
  return createdCount
}
