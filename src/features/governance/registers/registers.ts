import type { Family } from '#family/family.ts'
import { assets } from './asset.ts'
import { changeRecords } from './change-record.ts'
import { dueDiligenceReviews } from './due-diligence-review.ts'
import { exceptions } from './exception.ts'
import { indicatorDefinitions } from './indicator-definition.ts'
import { indicatorMeasurements } from './indicator-measurement.ts'
import { monitoringDefinitions } from './monitoring-definition.ts'
import { monitoringResultItems } from './monitoring-result-item.ts'
import { monitoringRuns } from './monitoring-run.ts'
import { partyEngagements } from './party-engagement.ts'
import { rightToAuditRecords } from './right-to-audit-record.ts'
import { vulnerabilities } from './vulnerability.ts'

/** The registers, each after the registers that it refers to. */
export const registers: readonly Family[] = [
  exceptions,
  monitoringDefinitions,
  monitoringRuns,
  monitoringResultItems,
  indicatorDefinitions,
  indicatorMeasurements,
  assets,
  partyEngagements,
  dueDiligenceReviews,
  rightToAuditRecords,
  changeRecords,
  vulnerabilities,
]
