import type { Services } from '#http/call.ts'
import { day } from '#lib/clock.ts'
import { createFailureReport } from '#lib/failure-report.ts'
import type { LicenseSample } from '#lib/metrics.ts'
import { createSample } from '#lib/sampled.ts'
import { findStanding } from './queries.ts'
import { readFacts } from './standing.ts'

/** Creates a sample of the license state and the days until the license ends. Never rejects. */
export const createLicenseSample = ({ db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>) => {
  const report = createFailureReport({ fails: 'license_not_sampled', works: 'license_sampled' }, line => log.warn(line))
  const take = async (): Promise<LicenseSample> => {
    const [standing] = await db.readInstall(findStanding, {})
    const { until } = readFacts(standing?.facts ?? '{}')
    const daysLeft = until && (Date.parse(until) - clock.now()) / day
    return { ...(standing && { state: standing.state }), ...(typeof daysLeft === 'number' && { daysLeft }) }
  }
  return createSample<LicenseSample>({}, take, report)
}
