import { assignClaim } from './assign-claim.ts'
import { claimFamily } from './claim.ts'
import { createClaim } from './create-claim.ts'
import { createRequirement } from './create-requirement.ts'
import { createUploadIntent } from './create-upload-intent.ts'
import { expireClaims } from './expire-claims.ts'
import { expireUploadIntents } from './expire-intents.ts'
import { getWorkspaceClaim } from './get-workspace-claim.ts'
import { listAttachments } from './list-attachments.ts'
import { openAttachment } from './open-attachment.ts'
import { evidenceRequirements } from './provision.ts'
import { requirementFamily } from './requirement.ts'
import { approveClaim, rejectClaim } from './review-claim.ts'
import { updateRequirement } from './update-requirement.ts'
import { uploadBinary } from './upload-binary.ts'

export const evidence = {
  endpoints: [
    ...requirementFamily,
    createRequirement,
    updateRequirement,
    ...claimFamily,
    createClaim,
    getWorkspaceClaim,
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
