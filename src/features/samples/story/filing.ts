import { iso } from '#lib/clock.ts'
import type { Act } from '#src/features/samples/act.ts'
import type { Cast } from './cast.ts'

/** Records the filing of the first package up to its receipt; the second stays a draft. Nothing leaves the install. */
export const tellFiling = async (
  act: Act,
  { carl, rita, olga }: Cast,
  accepted: readonly string[],
  now: number,
): Promise<void> => {
  const { submissionPackages } = await act(carl, 'listWorkspaceSubmissionPackages', { query: { limit: 50 } })
  const packageId = submissionPackages.find(({ packageKey }: { packageKey: string }) => packageKey === 'ROI-1').id
  for (const claimId of accepted.slice(0, 2))
    await act(carl, 'addSubmissionContent', { params: { packageId }, body: { claimId } })
  const events = [
    [rita, 'reviewed'],
    [olga, 'approved'],
    [olga, 'submitted'],
    [olga, 'receipt_received'],
  ] as const
  for (const [character, eventKind] of events) {
    const body = { eventKind, occurredAt: iso(now), eventSnapshot: { sample: true } }
    await act(character, 'recordSubmissionEvent', { params: { packageId }, body })
  }
}
