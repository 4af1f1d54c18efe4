import { cancelEvidenceExport } from './cancel-evidence-export.ts'
import { downloadEvidenceExport } from './download-evidence-export.ts'
import { expireExports } from './expire-exports.ts'
import { getEvidenceExport } from './get-evidence-export.ts'
import { listEvidenceExports } from './list-evidence-exports.ts'
import { prepareExports } from './prepare-exports.ts'
import { requestEvidenceExport } from './request-evidence-export.ts'

export const exports = {
  endpoints: [
    requestEvidenceExport,
    listEvidenceExports,
    getEvidenceExport,
    downloadEvidenceExport,
    cancelEvidenceExport,
  ],
  jobs: [prepareExports, expireExports],
}
