import { moved } from '#src/features/evidence/campaigns/publishing.ts'
import { type PolicyVersion, versionFlow } from './policy-version.ts'

/** The status that a version has after a move. Throws a 422 where it is not possible. */
export const nextOf = ({ status }: PolicyVersion, move: keyof typeof versionFlow): PolicyVersion['status'] =>
  moved(versionFlow, status, move)
