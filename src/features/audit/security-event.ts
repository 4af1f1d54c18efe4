import { family } from '#api/family.ts'
import { SecurityEvent } from '#api/security-event.ts'

/** Security events of the organization (interface section 6.6; operating: in-product endpoints). */
export const securityEvents = family({
  name: 'SecurityEvent',
  label: 'security event',
  prefix: 'sev',
  table: 'security_event',
  plural: 'securityEvents',
  record: SecurityEvent,
  tag: 'Audit',
  roles: ['admin', 'auditor'],
  columns: ['type'],
  filters: ['type'],
  list: { workspace: '/security-events' },
})
