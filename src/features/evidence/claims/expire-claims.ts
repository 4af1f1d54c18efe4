import { system } from '#http/access.ts'
import { beginCall, type Change, change, type Services } from '#http/call.ts'
import { readRecord } from '#http/record.ts'
import { runInBatches } from '#jobs/batches.ts'
import { among, job } from '#jobs/job.ts'
import { iso, minute, second } from '#lib/clock.ts'
import { statusAfter } from '#lib/flow.ts'
import { Claim, claimContent, claimEvents, claimFlow, renderClaim } from './claim.ts'
import { type ClaimRow, lockClaimsToExpire, organizationsWithClaimsToExpire, updateClaim } from './queries.ts'
import { closeOpenQuestion, noQuestion } from './question.ts'

const name = 'expire-claims'
const batchSize = 500

const expire = async (ctx: Change, row: ClaimRow): Promise<void> => {
  const { record: before } = row
  const claim = readRecord(Claim, before)
  const status = statusAfter(claimFlow, claim.status, 'expire')
  if (!status) return
  const after = renderClaim({ ...claim, status, updatedAt: iso(ctx.now) })
  ctx.tx.write(updateClaim, { id: claim.id, status, record: after })
  ctx.emit(claimEvents.expire, { claim: after })
  const { question_id: questionId } = row
  if (questionId) await closeOpenQuestion(ctx, { id: claim.id, questionId }, { status: 'ended', endedBy: 'expired' })
  ctx.audit(claim.id, { before, after, content: claimContent({ ...row, ...noQuestion }) })
}

// The rows are locked until their status is written, so two workers never expire the same claim.
const expireBatch = (services: Services, organizationId: string, runId: string): Promise<number> => {
  const call = beginCall(services, system(name, organizationId), runId)
  return services.db.transaction(organizationId, async tx => {
    const claims = await tx.query(lockClaimsToExpire, { now: iso(call.now), limit: batchSize })
    const ctx = change(call, tx, 'evidence.claim.expire', null)
    for (const row of claims) await expire(ctx, row)
    return claims.length
  })
}

const findOrganizations = ({ db, clock }: Services) =>
  db.readInstall(organizationsWithClaimsToExpire, { now: iso(clock.now()) })

/** Expires each claim within 60 seconds of its validUntil (open points "Evidence"). */
export const expireClaims = job<Services>({
  name,
  description: 'Expires submitted and accepted claims whose validity has ended.',
  schedule: '55 */5 * * * *',
  check: { every: 20 * second, find: findOrganizations },
  expected: 2 * minute,
  ofWorkspaces: true,
  async run(services, running) {
    const { id, signal, slice } = running
    const organizations = among(running, await findOrganizations(services))
    return runInBatches({ organizations, signal, slice, size: batchSize }, organizationId =>
      expireBatch(services, organizationId, id),
    )
  },
})
