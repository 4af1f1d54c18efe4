import { type Static, Type } from 'typebox'
import type { Call } from '#http/call.ts'
import { readRecord } from '#http/record.ts'
import { Nullable, Timestamp } from '#http/schema.ts'
import { day, iso } from '#lib/clock.ts'
import { signingSecretBinding } from './engine/receiver.ts'
import type { SecretRow } from './posture-queries.ts'
import { Webhook } from './webhook.ts'

const postures = ['current', 'due_soon', 'overdue', 'customer_action_required'] as const

type Posture = (typeof postures)[number]

/**
 * The postures of a secret that is not rotated in time, each with its start, in milliseconds after the rotation was
 * due. The last one that has started applies. A secret with an interval of a week is current for half of the week.
 */
const progression: readonly { readonly posture: Posture; readonly from: (interval: number) => number }[] = [
  { posture: 'due_soon', from: interval => -Math.min(14 * day, interval / 2) },
  { posture: 'overdue', from: () => 0 },
  { posture: 'customer_action_required', from: () => 30 * day },
]

/** The state of a signing secret and the action that it needs, without the secret itself. */
export const SecretPosture = Type.Object(
  {
    webhookId: Type.String(),
    storage: Type.Enum(['sealed', 'unreadable'], {
      description:
        'sealed: AES-256-GCM under the master key of this install; unreadable: it cannot be opened with that key.',
    }),
    reveal: Type.Enum(['once'], { description: 'Shown once, in the response that created it.' }),
    revealedAt: Timestamp,
    lastRotatedAt: Nullable(Timestamp),
    previousSecretUntil: Nullable({
      ...Timestamp,
      description: 'When the previous secret stops signing.',
    }),
    rotationIntervalDays: Webhook.properties.rotationIntervalDays,
    nextRotationDueAt: Nullable(Timestamp),
    lastVerifiedAt: Nullable({
      ...Timestamp,
      description: 'When the receiver last answered 2xx to a test event signed with this secret.',
    }),
    posture: Type.Enum([...postures], {
      description:
        'due_soon: due within 14 days, or half the interval if that is shorter; customer_action_required: overdue for more than 30 days, or unreadable.',
    }),
    customerActionRequired: Type.Boolean(),
  },
  { title: 'WebhookSecretPosture' },
)

type SecretPosture = Static<typeof SecretPosture>

const postureAt = (overdueBy: number, interval: number): Posture =>
  progression.findLast(({ from }) => overdueBy > from(interval))?.posture ?? 'current'

const isReadable = (
  { sealer, organizationId }: Pick<Call, 'sealer' | 'organizationId'>,
  id: string,
  secret: string,
) => {
  try {
    sealer.open(secret, signingSecretBinding(organizationId, id))
    return true
  } catch {
    return false
  }
}

export const secretPosture = (call: Call, row: SecretRow): SecretPosture => {
  const { record, secret, verified_at } = row
  const { id, createdAt, secretRotatedAt, rotationIntervalDays } = readRecord(Webhook, record)
  const rotatedAt = Date.parse(secretRotatedAt)
  const interval = rotationIntervalDays === null ? undefined : rotationIntervalDays * day
  const dueAt = interval === undefined ? undefined : rotatedAt + interval
  const postureByAge = interval === undefined || dueAt === undefined ? 'current' : postureAt(call.now - dueAt, interval)
  const readable = isReadable(call, id, secret)
  const posture = readable ? postureByAge : 'customer_action_required'
  const verifiedAt = verified_at?.getTime()
  const previousUntil = row.previous_secret_until?.getTime()
  return {
    webhookId: id,
    storage: readable ? 'sealed' : 'unreadable',
    reveal: 'once',
    revealedAt: secretRotatedAt,
    lastRotatedAt: secretRotatedAt === createdAt ? null : secretRotatedAt,
    previousSecretUntil: previousUntil !== undefined && previousUntil > call.now ? iso(previousUntil) : null,
    rotationIntervalDays,
    nextRotationDueAt: dueAt === undefined ? null : iso(dueAt),
    lastVerifiedAt: verifiedAt !== undefined && verifiedAt >= rotatedAt ? iso(verifiedAt) : null,
    posture,
    customerActionRequired: posture === 'customer_action_required',
  }
}
