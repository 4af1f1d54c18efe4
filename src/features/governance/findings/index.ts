import { abandonFindingScans } from './abandon-scans.ts'
import { acceptFinding } from './accept-finding.ts'
import { addFindingClaim } from './add-finding-claim.ts'
import { assignFindings } from './assign-findings.ts'
import { createFinding } from './create-finding.ts'
import { boundDueDays } from './due-days.ts'
import { findings } from './finding.ts'
import { getFindingDueDays } from './get-finding-due-days.ts'
import { getFindingHistory } from './get-finding-history.ts'
import { getWorkspaceFinding } from './get-workspace-finding.ts'
import { invalidateFinding } from './invalidate-finding.ts'
import { listFindings } from './list-findings.ts'
import { listWorkspaceFindings } from './list-workspace-findings.ts'
import { boundProof } from './proof.ts'
import { recordScanResults } from './record-scan-results.ts'
import { remediateFinding } from './remediate-finding.ts'
import { removeFindingClaim } from './remove-finding-claim.ts'
import { reopenAcceptedFindings } from './reopen-accepted-findings.ts'
import { reopenFinding } from './reopen-finding.ts'
import { resolveFinding } from './resolve-finding.ts'
import { startFinding } from './start-finding.ts'
import { updateFinding } from './update-finding.ts'
import { updateFindingDueDays } from './update-finding-due-days.ts'
import { findingsToClose, findingsToRemediate } from './work.ts'

/** The findings part of governance. */
export const findingsFeature = {
  workSources: [findingsToRemediate, findingsToClose],
  families: [findings],
  bounds: [boundProof, boundDueDays],
  endpoints: [
    listFindings,
    createFinding,
    recordScanResults,
    listWorkspaceFindings,
    assignFindings,
    getWorkspaceFinding,
    getFindingHistory,
    updateFinding,
    startFinding,
    remediateFinding,
    resolveFinding,
    acceptFinding,
    invalidateFinding,
    reopenFinding,
    addFindingClaim,
    removeFindingClaim,
    getFindingDueDays,
    updateFindingDueDays,
  ],
  jobs: [reopenAcceptedFindings, abandonFindingScans],
}
