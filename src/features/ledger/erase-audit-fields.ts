import { Type } from 'typebox'
import { narrows, statement, text, texts } from '#db/statement.ts'
import { AuditEvent, renderAuditEvent } from '#http/audit.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Rendered } from '#http/rendered.ts'
import { Reference } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import { isAsSealed } from './check-row.ts'
import { ErasedFields, isNeverErased, marksDecision } from './erasure.ts'
import { leafOf, packSalts, unpackSalts } from './leaf.ts'
import { findLeafOfEvent } from './queries.ts'
import { toByteaText } from './tree.ts'

const erase = statement(
  'erase_audit_fields',
  {
    event: text,
    fields: texts,
    digests: texts,
    now: text,
    by: text,
    before: text,
    after: text,
    saltsBefore: text,
    saltsAfter: text,
  },
  `select erase_audit_fields(:event, :fields, :digests, :now, :by, :before, :after, :saltsBefore, :saltsAfter) as erased`,
  narrows<{ erased: boolean }>,
)

// It needs its own title, because the schema titled AuditEvent has names in the list of audit events.
const ErasedAuditEvent = Type.Object(AuditEvent.properties, { title: 'ErasedAuditEvent' })

const unprocessable = (message: Sentence): Refusal => new Refusal('unprocessable', message)

export const eraseAuditFields = changeEndpoint({
  name: 'eraseAuditFields',
  summary: 'Erase free text in a row of the audit trail. Its digests stay in the ledger, and every proof stays valid',
  tag: 'Audit',
  workspace: { path: '/audit/{auditEventId}/erase', roles: ['admin'] },
  method: 'POST',
  status: 200,
  action: 'audit.event.erase',
  confirm: true,
  params: Type.Object({ auditEventId: Reference('aud') }),
  body: Type.Object({ fields: ErasedFields }),
  response: ErasedAuditEvent,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { auditEventId: event }, body: { fields } }) {
    const { tx, now, actor } = change
    const row = firstOrNotFound(await tx.query(findLeafOfEvent, { event }), 'row of the audit trail')
    const { record, leaf_index: index, salts: packedSalts, hash } = row
    if (index === null || packedSalts === null || hash === null)
      throw unprocessable(
        sentence`audit.not_sealed_yet: The row is not sealed yet, so its fields cannot be erased; try again in a few seconds.`,
      )
    const before = readRecord(AuditEvent, record)
    if (isNeverErased(before))
      throw unprocessable(
        sentence`audit.row_of_ledger: A row that records an erasure or the start of the ledger cannot be changed.`,
      )
    if (fields.includes('detail') && marksDecision(before))
      throw unprocessable(
        sentence`audit.detail_of_decision: The detail marks a decision or a setting of the workspace, so it cannot be erased.`,
      )
    const salts = unpackSalts(packedSalts)
    const erased = new Map(Object.entries(row.erased ?? {}))
    for (const field of fields) {
      if (erased.has(field)) throw unprocessable(sentence`audit.field_erased: The field ${{ field }} has been erased.`)
      if (!salts.has(field))
        throw unprocessable(sentence`audit.field_not_erasable: The field ${{ field }} of this row cannot be erased.`)
    }
    if (!isAsSealed({ ...row, event_id: event, salts: packedSalts, hash, leaf_index: index }))
      throw unprocessable(
        sentence`audit.row_differs: The row differs from what was sealed, so its fields cannot be erased; verify the ledger.`,
      )
    const { digests } = leafOf(before, salts, erased)
    const after = renderAuditEvent({ ...before, ...Object.fromEntries(fields.map(field => [field, null])) })
    const remainingSalts = new Map([...salts].filter(([field]) => !fields.some(erasedField => erasedField === field)))
    await tx.query(erase, {
      event,
      fields,
      digests: fields.map(field => digests.get(field) ?? ''),
      now: iso(now),
      by: actor.id,
      before: record,
      after,
      saltsBefore: toByteaText(packedSalts),
      saltsAfter: toByteaText(packSalts(remainingSalts)),
    })
    change.audit(event, { detail: fields.join(',') })
    writeSecurityEvent(change, { type: 'auditWordsErased', context: { resourceId: event, count: fields.length } })
    return new Rendered(after)
  },
})
