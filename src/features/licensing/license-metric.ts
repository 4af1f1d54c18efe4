import type { Services } from '#http/call.ts'
import { cacheMetric } from '#lib/cached-metric.ts'
import { day } from '#lib/clock.ts'
import { createFailureReport } from '#lib/failure-report.ts'
import type { LicenseSample } from '#lib/metrics.ts'
import { readFacts } from './license-status.ts'
import { findLicenseStatus } from './queries.ts'

/** Creates a sample of the license state and the days until the license ends. Never rejects. */
export const createLicenseSample = ({ db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>) => {
  const report = createFailureReport({ fails: 'license_not_sampled', works: 'license_sampled' }, line => log.warn(line))
  const sample = async (): Promise<LicenseSample> => {
    const [status] = await db.readInstall(findLicenseStatus, {})
    const { until } = readFacts(status?.facts ?? '{}')
    const daysLeft = until && (Date.parse(until) - clock.now()) / day
    return { ...(status && { state: status.state }), ...(typeof daysLeft === 'number' && { daysLeft }) }
  }
  return cacheMetric<LicenseSample>({}, sample, report)
}
