// Imported because it declares an event.
import './event-place.ts'
import { getLedgerCheckpoint } from './get-ledger-checkpoint.ts'
import { listLedgerKeys } from './list-ledger-keys.ts'
import { checkpointProblems } from './problems.ts'
import { publishCheckpoints } from './publish-checkpoints.ts'
import { rotateLedgerKey } from './rotate-ledger-key.ts'

export const checkpoints = {
  endpoints: [getLedgerCheckpoint, listLedgerKeys, rotateLedgerKey],
  jobs: [publishCheckpoints],
  problemSources: checkpointProblems,
}
