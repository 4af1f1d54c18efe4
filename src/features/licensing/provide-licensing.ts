import type { CoreServices } from '#http/call.ts'
import { createEntitlements } from './entitlements.ts'
import { createLicenseSample } from './license-metric.ts'

export const provideLicensing = (needs: Pick<CoreServices, 'db' | 'clock' | 'log' | 'metrics'>) => {
  needs.metrics.watchLicense(createLicenseSample(needs))
  return { entitlements: createEntitlements(needs.db, needs.clock) }
}
