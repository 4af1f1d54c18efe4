import { sharesHands } from '#api/four-eyes.ts'
import { decidesOwn } from '#api/settings.ts'
import { workSource } from '#api/work-source.ts'
import { approvers } from './confirm-approval.ts'

/** Changes that somebody else requested. */
export const approvalsToGive = workSource({
  kind: 'approval',
  roles: approvers,
  table: 'approval_request',
  where: ["t.status = 'open'"],
  order: { by: 'id', prefix: 'apr' },
  columns: ['hands'],
  needs: `(${decidesOwn} or not ${sharesHands('w.hands')})`,
})
