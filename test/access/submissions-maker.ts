import { iso } from '#lib/clock.ts'

/** Creates requirements to file something, and their packages. */
export interface SubmissionsMaker {
  requirement(): Promise<string>
  /** A package in draft, or after these events. */
  package(...kinds: readonly string[]): Promise<string>
  /** A package that contains a claim. */
  content(): Promise<{ readonly packageId: string; readonly claimId: string }>
}

interface Dependencies {
  /** Sends a request as an administrator. */
  // biome-ignore lint/suspicious/noExplicitAny: each endpoint returns its own shape
  readonly post: (path: string, body: Readonly<Record<string, unknown>>) => Promise<any>
  readonly newClaim: () => Promise<{ readonly id: string }>
  readonly word: () => string
  readonly now: () => number
}

export const submissionsMaker = ({ post, newClaim, word, now }: Dependencies): SubmissionsMaker => {
  const maker: SubmissionsMaker = {
    async requirement() {
      const text = word()
      const body = { requirementKey: text, title: text, submissionKind: 'other', status: 'active' }
      return (await post('submission-requirements', body)).id
    },
    async package(...kinds) {
      const text = word()
      const submissionRequirementId = await maker.requirement()
      const occurredAt = iso(now())
      const body = { submissionRequirementId, packageKey: text, title: text, dueAt: occurredAt }
      const { id } = await post('packages', body)
      const event = { occurredAt, eventSnapshot: { text } }
      for (const eventKind of kinds)
        await post(`packages/${id}/events`, { ...event, eventKind, sourceEventKey: word() })
      return id
    },
    async content() {
      const packageId = await maker.package()
      const { id: claimId } = await newClaim()
      await post(`packages/${packageId}/contents`, { claimId })
      return { packageId, claimId }
    },
  }
  return maker
}
