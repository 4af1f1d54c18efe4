import { acceptRisk } from './accept-risk.ts'
import { addRiskControl } from './add-risk-control.ts'
import { boundRiskControls } from './contributors.ts'
import { createRisk } from './create-risk.ts'
import { getRiskHeatMap } from './get-risk-heat-map.ts'
import { getWorkspaceRisk } from './get-workspace-risk.ts'
import { listWorkspaceRisks } from './list-workspace-risks.ts'
import { removeRiskControl } from './remove-risk-control.ts'
import { risks } from './risk.ts'
import { updateRisk } from './update-risk.ts'
import { risksToReview } from './work.ts'

/** The risks part of governance. */
export const risksFeature = {
  workSources: [risksToReview],
  families: [risks],
  bounds: [boundRiskControls],
  endpoints: [
    listWorkspaceRisks,
    getRiskHeatMap,
    createRisk,
    getWorkspaceRisk,
    updateRisk,
    acceptRisk,
    addRiskControl,
    removeRiskControl,
  ],
}
