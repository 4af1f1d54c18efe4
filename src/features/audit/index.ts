import { getSecurityOverview } from './get-security-overview.ts'
import { listAuditActions } from './list-audit-actions.ts'
import { listAuditEvents } from './list-audit-events.ts'
import { securityEventFamily } from './security-event.ts'

export const audit = { endpoints: [listAuditEvents, listAuditActions, getSecurityOverview, ...securityEventFamily] }
