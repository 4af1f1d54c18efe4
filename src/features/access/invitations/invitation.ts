import { type Static, Type } from 'typebox'
import { bound, fieldsOf } from '#family/bound.ts'
import { roles } from '#http/access.ts'
import { readRecord, renderer } from '#http/record.ts'
import { Id, Line, Nullable, Timestamp } from '#http/schema.ts'
import { day } from '#lib/clock.ts'
import { UnitIds } from '#src/features/access/units/unit.ts'

const purposes = ['invitation', 'password_reset'] as const

export type Purpose = (typeof purposes)[number]

/** How long a link is valid. */
export const lifetimes = { invitation: 7 * day, password_reset: day } as const satisfies Record<Purpose, number>

/** A one-time link that creates a person, or gives one a new password. */
export const Invitation = Type.Object(
  {
    id: Id('inv'),
    email: Type.String(),
    name: Line(200),
    role: Type.Enum([...roles]),
    unitIds: Type.Optional(UnitIds),
    purpose: Type.Enum([...purposes]),
    status: Type.Enum(['pending', 'accepted', 'revoked', 'expired']),
    mailed: Type.Boolean({ description: 'Whether the mail server took the mail with the link.' }),
    shown: Type.Optional(
      Type.Boolean({
        description:
          'Whether its maker was shown the link, and so is a custodian of the person; absent from earlier releases, which always showed it.',
      }),
    ),
    personId: Nullable(
      Type.String({
        description: 'The person whose password it is for; for an invitation the person created by it, null before.',
      }),
    ),
    createdBy: Nullable(
      Type.String({
        description:
          "Null if a person forgot their password and asked for the link, or if the operator's file created the person.",
      }),
    ),
    createdAt: Timestamp,
    expiresAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Invitation' },
)

export type Invitation = Static<typeof Invitation>

export const renderInvitation = renderer(Invitation)

export const boundInvitations = bound({
  table: 'invitation',
  prefix: 'inv',
  repeats: fieldsOf('id', 'purpose', 'email', 'status', 'createdAt', 'expiresAt'),
})

/** A stored invitation with its current status: an unused one expires. */
export const presentInvitation = ({ record, now }: { readonly record: string; readonly now: number }): Invitation => {
  const stored = readRecord(Invitation, record)
  const isPast = stored.status === 'pending' && Date.parse(stored.expiresAt) <= now
  return isPast ? { ...stored, status: 'expired' } : stored
}

export const Show = Type.Optional(
  Type.Boolean({
    description: 'Show the link although it was mailed; a person who is shown it becomes a custodian of the person.',
  }),
)

/** The answer with a new link. */
export const InvitationWithLink = Type.Object(
  {
    invitation: Invitation,
    url: Type.Optional(
      Type.String({
        description:
          'The link, which lets in anyone who has it; shown once. Absent in a replayed answer, and if it was mailed and not requested.',
      }),
    ),
  },
  { title: 'InvitationWithLink' },
)
