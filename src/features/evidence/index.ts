import { assignClaim } from './assign-claim.ts'
import { claimFamily } from './claim.ts'
import { getClaimHistory } from './claim-history.ts'
import { createClaim } from './create-claim.ts'
import { createRequirement } from './create-requirement.ts'
import { createUploadIntent } from './create-upload-intent.ts'
import { listEvidenceFreshness } from './evidence-freshness.ts'
import { expireClaims } from './expire-claims.ts'
import { expireUploadIntents } from './expire-intents.ts'
import { getWorkspaceClaim } from './get-workspace-claim.ts'
import { listAttachments } from './list-attachments.ts'
import { listWorkspaceClaims } from './list-workspace-claims.ts'
import { openAttachment } from './open-attachment.ts'
import { getEvidenceOverview } from './overview.ts'
import { evidenceRequirements } from './provision.ts'
import { requirementFamily } from './requirement.ts'
import { approveClaim, rejectClaim } from './review-claim.ts'
import { getReviewOverview } from './review-overview.ts'
import { updateRequirement } from './update-requirement.ts'
import { uploadBinary } from './upload-binary.ts'
import { getRequirement, listRequirements } from './workspace-requirements.ts'

export const evidence = {
  endpoints: [
    ...requirementFamily,
    listRequirements,
    getRequirement,
    createRequirement,
    updateRequirement,
    listEvidenceFreshness,
    getEvidenceOverview,
    getReviewOverview,
    ...claimFamily,
    listWorkspaceClaims,
    createClaim,
    getWorkspaceClaim,
    getClaimHistory,
    assignClaim,
    approveClaim,
    rejectClaim,
    createUploadIntent,
    uploadBinary,
    listAttachments,
    openAttachment,
  ],
  jobs: [expireClaims, expireUploadIntents],
  sections: [evidenceRequirements],
}
