import { AuditEvent } from '#api/audit.ts'
import { family } from '#api/family.ts'
import { Line } from '#api/schema.ts'

/** The audit trail (operating: in-product endpoints). */
export const auditFamily = family({
  name: 'AuditEvent',
  label: 'audit event',
  prefix: 'aud',
  table: 'audit_event',
  plural: 'auditEvents',
  record: AuditEvent,
  tag: 'Audit',
  roles: ['admin', 'auditor'],
  filters: {
    action: { column: 'action', schema: Line(100, 'What was done, such as evidence.claim.create.') },
    actorId: { column: 'actor_id', schema: Line(100, 'Who did it.') },
    resourceId: { column: 'resource_id', schema: Line(100, 'The record that was changed or asked for.') },
  },
  list: { workspace: '/audit' },
})
