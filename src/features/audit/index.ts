import { getSecurityOverview } from './get-security-overview.ts'
import { listAuditActions } from './list-audit-actions.ts'
import { listAuditEvents } from './list-audit-events.ts'
import { securityEvents } from './security-event.ts'

export const audit = {
  families: [securityEvents],
  endpoints: [listAuditEvents, listAuditActions, getSecurityOverview],
}
