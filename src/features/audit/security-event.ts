import { family } from '#api/family.ts'
import { SecurityEvent } from '#api/security-event.ts'

/** Security events of the organization (interface section 6.6; operating: in-product endpoints). */
export const securityEventFamily = family({
  name: 'SecurityEvent',
  label: 'security event',
  prefix: 'sev',
  table: 'security_event',
  plural: 'securityEvents',
  record: SecurityEvent,
  tag: 'Audit',
  roles: ['admin', 'auditor'],
  filters: { type: { column: 'type', schema: SecurityEvent.properties.type } },
  list: { workspace: '/security-events' },
})
