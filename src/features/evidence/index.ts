import { boundArtifacts, boundIntents, boundLinks } from './attachments/attachment.ts'
import { createUploadIntent } from './attachments/create-upload-intent.ts'
import { expireUploadIntents } from './attachments/expire-intents.ts'
import { extendRetentionOfFiles } from './attachments/extend-retention.ts'
import { listAttachments } from './attachments/list-attachments.ts'
import { openAttachment } from './attachments/open-attachment.ts'
import { openRoomFile } from './attachments/open-room-file.ts'
import { uploadBinary } from './attachments/upload-binary.ts'
import { answerClaimQuestion } from './claims/answer-claim-question.ts'
import { boundReviewApprovals } from './claims/approval.ts'
import { approveClaim } from './claims/approve-claim.ts'
import { askAboutClaim } from './claims/ask-about-claim.ts'
import { assignClaim } from './claims/assign-claim.ts'
import { claims } from './claims/claim.ts'
import { createClaim } from './claims/create-claim.ts'
import { expireClaims } from './claims/expire-claims.ts'
import { getClaimComparison } from './claims/get-claim-comparison.ts'
import { getClaimHistory } from './claims/get-claim-history.ts'
import { getReviewOverview } from './claims/get-review-overview.ts'
import { getWorkspaceClaim } from './claims/get-workspace-claim.ts'
import { listClaimsAsOf } from './claims/list-claims-as-of.ts'
import { listWorkspaceClaims } from './claims/list-workspace-claims.ts'
import { evidenceProof } from './claims/proof.ts'
import { boundClaimQuestions } from './claims/question.ts'
import { rejectClaim } from './claims/reject-claim.ts'
import { boundReviewDecisions } from './claims/review-claim.ts'
import { withdrawClaimQuestion } from './claims/withdraw-claim-question.ts'
import { policyFeatures } from './policies/index.ts'
import { questionnaireFeatures } from './questionnaires/index.ts'
import { createEvidenceRequirement } from './requirements/create-evidence-requirement.ts'
import { getEvidenceOverview } from './requirements/get-evidence-overview.ts'
import { listEvidenceFreshness } from './requirements/list-evidence-freshness.ts'
import { evidenceRequirements } from './requirements/provision.ts'
import { requirements, requirementView } from './requirements/requirement.ts'
import { updateEvidenceRequirement } from './requirements/update-evidence-requirement.ts'
import { evidenceTitles } from './titles.ts'
import { claimsToAnswer, claimsToReview, evidenceToRenew } from './work.ts'

export const evidence = {
  families: [requirements, claims, ...policyFeatures.families, ...questionnaireFeatures.families],
  bounds: [
    boundArtifacts,
    boundLinks,
    boundIntents,
    boundReviewDecisions,
    boundReviewApprovals,
    boundClaimQuestions,
    ...policyFeatures.bounds,
    ...questionnaireFeatures.bounds,
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
    askAboutClaim,
    answerClaimQuestion,
    withdrawClaimQuestion,
    getClaimComparison,
    createUploadIntent,
    uploadBinary,
    listAttachments,
    openAttachment,
    openRoomFile,
    ...policyFeatures.endpoints,
    ...questionnaireFeatures.endpoints,
  ],
  jobs: [
    expireClaims,
    expireUploadIntents,
    extendRetentionOfFiles,
    ...policyFeatures.jobs,
    ...questionnaireFeatures.jobs,
  ],
  sections: [evidenceRequirements],
  titleSources: evidenceTitles,
  exportables: [evidenceProof],
  workSources: [
    claimsToReview,
    claimsToAnswer,
    evidenceToRenew,
    ...policyFeatures.workSources,
    ...questionnaireFeatures.workSources,
  ],
}
