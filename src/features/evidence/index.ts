import { approveClaim } from './approve-claim.ts'
import { assignClaim } from './assign-claim.ts'
import { boundArtifacts, boundIntents, boundLinks } from './attachment.ts'
import { claims } from './claim.ts'
import { createClaim } from './create-claim.ts'
import { createEvidenceRequirement } from './create-evidence-requirement.ts'
import { createUploadIntent } from './create-upload-intent.ts'
import { expireClaims } from './expire-claims.ts'
import { expireUploadIntents } from './expire-intents.ts'
import { extendRetentionOfFiles } from './extend-retention.ts'
import { getClaimHistory } from './get-claim-history.ts'
import { getEvidenceOverview } from './get-evidence-overview.ts'
import { getReviewOverview } from './get-review-overview.ts'
import { getWorkspaceClaim } from './get-workspace-claim.ts'
import { listAttachments } from './list-attachments.ts'
import { listClaimsAsOf } from './list-claims-as-of.ts'
import { listEvidenceFreshness } from './list-evidence-freshness.ts'
import { listWorkspaceClaims } from './list-workspace-claims.ts'
import { openAttachment } from './open-attachment.ts'
import { openRoomFile } from './open-room-file.ts'
import { ofPolicies } from './policies/index.ts'
import { evidenceProof } from './proof.ts'
import { evidenceRequirements } from './provision.ts'
import { ofQuestionnaires } from './questionnaires/index.ts'
import { rejectClaim } from './reject-claim.ts'
import { requirements, requirementView } from './requirement.ts'
import { boundReviewDecisions } from './review-claim.ts'
import { updateEvidenceRequirement } from './update-evidence-requirement.ts'
import { uploadBinary } from './upload-binary.ts'
import { claimsToReview, evidenceToRenew } from './work.ts'

export const evidence = {
  families: [requirements, claims, ...ofPolicies.families, ...ofQuestionnaires.families],
  bounds: [
    boundArtifacts,
    boundLinks,
    boundIntents,
    boundReviewDecisions,
    ...ofPolicies.bounds,
    ...ofQuestionnaires.bounds,
  ],
  endpoints: [
    ...requirementView.endpoints,
    createEvidenceRequirement,
    updateEvidenceRequirement,
    listEvidenceFreshness,
    getEvidenceOverview,
    getReviewOverview,
    listWorkspaceClaims,
    listClaimsAsOf,
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
    openRoomFile,
    ...ofPolicies.endpoints,
    ...ofQuestionnaires.endpoints,
  ],
  jobs: [expireClaims, expireUploadIntents, extendRetentionOfFiles, ...ofPolicies.jobs, ...ofQuestionnaires.jobs],
  sections: [evidenceRequirements],
  exportables: [evidenceProof],
  workSources: [claimsToReview, evidenceToRenew, ...ofPolicies.workSources, ...ofQuestionnaires.workSources],
}
