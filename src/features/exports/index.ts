import { cancelEvidenceExport } from './cancel-evidence-export.ts'
import { downloadEvidenceExport } from './download-evidence-export.ts'
import { downloadRoomBundle } from './download-room-bundle.ts'
import { expireExports } from './expire-exports.ts'
import { getEvidenceExport } from './get-evidence-export.ts'
import { getRoomBundle } from './get-room-bundle.ts'
import { listEvidenceExports } from './list-evidence-exports.ts'
import { prepareExports } from './prepare-exports.ts'
import { prepareRoomBundle } from './prepare-room-bundle.ts'
import { requestEvidenceExport } from './request-evidence-export.ts'

export const exports = {
  endpoints: [
    requestEvidenceExport,
    listEvidenceExports,
    getEvidenceExport,
    downloadEvidenceExport,
    cancelEvidenceExport,
    prepareRoomBundle,
    getRoomBundle,
    downloadRoomBundle,
  ],
  jobs: [prepareExports, expireExports],
}
