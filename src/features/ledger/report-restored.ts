import { install } from '#db/database.ts'
import type { Services } from '#http/call.ts'
import { recordSecurityEvent } from '#shared/security-event.ts'

export type ReportServices = Pick<Services, 'db' | 'ids' | 'clock' | 'log' | 'metrics'>

/**
 * Reports that transaction ids restarted, because the database was restored from a dump or upgraded by pg_upgrade.
 */
export const reportRestored = async (services: ReportServices & Pick<Services, 'nodeId'>): Promise<void> => {
  await recordSecurityEvent(services, install, {
    type: 'ledgerRestored',
    context: { code: 'walk', resourceId: services.nodeId },
  })
}
