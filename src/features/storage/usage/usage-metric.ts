import type { Services } from '#http/call.ts'
import { cacheMetric } from '#lib/cached-metric.ts'
import { createFailureReport } from '#lib/failure-report.ts'
import type { UsageSample } from '#lib/metrics.ts'
import { usageOfInstall } from './queries.ts'

/** Creates a sample of the total usage of all workspaces, and of their shares of their quotas. Never rejects. */
export const createUsageSample = ({ db, log }: Pick<Services, 'db' | 'log'>) => {
  const report = createFailureReport({ fails: 'usage_not_sampled', works: 'usage_sampled' }, line => log.warn(line))
  const readUsage = async (): Promise<UsageSample> => {
    const [row] = await db.readInstall(usageOfInstall, {})
    return row ?? {}
  }
  return cacheMetric<UsageSample>({}, readUsage, report)
}
