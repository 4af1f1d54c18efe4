import { auditFamily } from './audit-event.ts'
import { securityEventFamily } from './security-event.ts'

export const audit = { endpoints: [...auditFamily, ...securityEventFamily] }
