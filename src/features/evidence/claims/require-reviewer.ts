import type { Change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import { findReviewer, type Reviewer } from './queries.ts'

/** Returns the person if they are an active reviewer or administrator; throws a 422 otherwise. */
export const requireReviewer = async (
  change: Change,
  personId: string,
): Promise<Reviewer & { readonly name: string }> => {
  const [reviewer] = await change.read(findReviewer, { id: personId })
  if (!reviewer)
    throw new Refusal(
      'unprocessable',
      sentence`claim.reviewer_role: The reviewer must be an active reviewer or administrator of the workspace.`,
    )
  return reviewer
}
