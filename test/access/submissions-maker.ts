import { iso } from '#lib/clock.ts'

/** Creates submission requirements and their packages. */
export interface SubmissionsMaker {
  requirement(): Promise<string>
  /** Creates a package in draft, and records these events; returns its id. */
  package(...kinds: readonly string[]): Promise<string>
  /** Creates a package that contains a claim. */
  content(): Promise<{ readonly packageId: string; readonly claimId: string }>
  /** Creates a requirement whose schedule starts with an event, and records the event, which creates a package. */
  occurrence(): Promise<{
    readonly requirementId: string
    readonly occurrenceId: string
    readonly packageId: string
    readonly dueAt: string
  }>
}

interface Dependencies {
  /** Sends a request as an administrator. */
  // biome-ignore lint/suspicious/noExplicitAny: each endpoint returns its own shape
  readonly post: (path: string, body: Readonly<Record<string, unknown>>) => Promise<any>
  readonly newClaim: () => Promise<{ readonly id: string }>
  // biome-ignore lint/suspicious/noExplicitAny: each endpoint returns its own shape
  readonly get: (path: string) => Promise<any>
  readonly word: () => string
  readonly now: () => number
}

export const submissionsMaker = ({ post, get, newClaim, word, now }: Dependencies): SubmissionsMaker => {
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
    async occurrence() {
      const text = word()
      const schedule = { every: 'occurrence', due: { count: 24, unit: 'hours' } }
      const fields = { requirementKey: text, title: text, submissionKind: 'other', status: 'active', schedule }
      const { id: requirementId } = await post('submission-requirements', fields)
      const path = `submission-requirements/${requirementId}/occurrences`
      const { id: occurrenceId } = await post(path, { title: text, events: { occurrence: iso(now()) } })
      const [{ filings }] = (await get(path)).submissionOccurrences
      const { packageId, dueAt } = filings[0]
      return { requirementId, occurrenceId, packageId, dueAt }
    },
  }
  return maker
}
