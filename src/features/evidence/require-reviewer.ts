import type { Change } from '#api/call.ts'
import { Refusal } from '#api/errors.ts'
import { findReviewer } from './queries.ts'

/** Throws 422 unless the person may review: a reviewer or an administrator who is not disabled. */
export const requireReviewer = async (change: Change, personId: string): Promise<void> => {
  const [reviewer] = await change.read(findReviewer, [change.organizationId, personId])
  if (!reviewer)
    throw new Refusal('unprocessable', 'Only an active reviewer or administrator of the workspace can be chosen.')
}
