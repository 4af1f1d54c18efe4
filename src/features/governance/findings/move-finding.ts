import type { Static, TObject } from 'typebox'
import type { Role } from '#http/access.ts'
import type { Change } from '#http/call.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { possible, statusAfter } from '#lib/flow.ts'
import { sentence } from '#lib/sentence.ts'
import { selfDecided } from '#shared/four-eyes.ts'
import { Finding, type FindingMove, FindingParams, findingFlow, findingRecords, isClosed } from './finding.ts'
import { requireFourEyes } from './four-eyes.ts'
import { changeFinding, type FindingChange, type StoredFinding } from './write-finding.ts'

const contributorRoles: readonly Role[] = ['admin', 'reviewer', 'contributor']
const decidingRoles: readonly Role[] = ['admin', 'reviewer']

/** The roles that may make each move. */
export const moveRoles: Readonly<Record<FindingMove, readonly Role[]>> = {
  start: contributorRoles,
  remediate: contributorRoles,
  resolve: decidingRoles,
  accept: decidingRoles,
  invalidate: decidingRoles,
  reopen: contributorRoles,
}

/** Whether the actor contributed to the finding, and whether contributors may still close it. */
interface FourEyesCheck {
  readonly isOwn: boolean
  readonly mayDecideOwn: boolean
}

/** The changes of a move other than the status. `isOwn` marks a move that relies on the person's own proof. */
type MoveChanges = Partial<FindingChange> & { readonly isOwn?: boolean }

interface MoveOptions<Body extends TObject> {
  readonly summary: string
  readonly body?: Body
  /**
   * Runs under the row lock, once the status allows the move. Throws a refusal if the move is not possible for another
   * reason.
   */
  prepare?(
    change: Change,
    finding: StoredFinding,
    body: Static<Body>,
    fourEyes: FourEyesCheck,
  ): MoveChanges | Promise<MoveChanges>
}

const listOf = (moves: readonly string[]): string => moves.join(', ') || 'nothing'

/**
 * Declares a move that people make (open points "Other governance families"). Moves to a final status require four
 * eyes.
 */
export const moveEndpoint = <Body extends TObject = TObject<Record<never, never>>>(
  move: FindingMove,
  { summary, body, prepare }: MoveOptions<Body>,
) => {
  const to = findingFlow[move].to
  return changeEndpoint({
    name: `${move}Finding`,
    summary,
    tag: 'Findings',
    method: 'POST',
    workspace: { path: `/findings/{findingId}/${move}`, roles: moveRoles[move] },
    status: 200,
    action: `finding.${move}`,
    params: FindingParams,
    ...(body && { body }),
    response: Finding,
    errors: ['not_found', 'unprocessable', ...(isClosed({ status: to }) ? (['forbidden_resource'] as const) : [])],
    async run(change, { params: { findingId }, body }) {
      const finding = await findingRecords.lock(change, findingId)
      const from = finding.fields.status
      const status = statusAfter<Finding['status'], FindingMove>(findingFlow, from, move)
      if (!status) {
        const moves = possible<Finding['status'], FindingMove>(findingFlow, from)
        throw new Refusal(
          'unprocessable',
          sentence`finding.move_not_possible: The finding is ${{ status: from }}; ${{ move }} is not possible now. Possible moves: ${{ possible: listOf(moves) }}.`,
        )
      }
      const fourEyes = isClosed({ status })
        ? await requireFourEyes(change, findingId)
        : { isOwn: false, mayDecideOwn: true }
      const { isOwn = false, ...more } = (await prepare?.(change, finding, body, fourEyes)) ?? {}
      const changed = { ...more, fields: { ...more.fields, status } }
      const detail = fourEyes.isOwn || isOwn ? { detail: selfDecided } : {}
      return new Rendered(changeFinding(change, finding, changed, detail))
    },
  })
}
