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
export const linkLifetimes = { invitation: 7 * day, password_reset: day } as const satisfies Record<Purpose, number>

/** A one-time link that creates a person, or sets a person's new password. */
export const Invitation = Type.Object(
  {
    id: Id('inv'),
    email: Type.String(),
    name: Line(200),
    role: Type.Enum([...roles]),
    unitIds: Type.Optional(UnitIds),
    purpose: Type.Enum([...purposes]),
    status: Type.Enum(['pending', 'accepted', 'revoked', 'expired']),
    mailed: Type.Boolean({ description: 'Whether the mail server accepted the mail with the link.' }),
    shown: Type.Optional(
      Type.Boolean({
        description:
          'Whether the creator saw the link and is thus a custodian of the person. Absent in invitations of earlier releases, which always showed it.',
      }),
    ),
    personId: Nullable(
      Type.String({
        description:
          'The person whose password the link sets. For an invitation, the person whom it created, or null before that.',
      }),
    ),
    createdBy: Nullable(
      Type.String({
        description:
          "The creator; null if a person requested the link for a forgotten password, or if the operator's file created the person.",
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

/** Reads a stored invitation with its current status, since a pending invitation expires. */
export const readInvitation = ({ record, now }: { readonly record: string; readonly now: number }): Invitation => {
  const invitation = readRecord(Invitation, record)
  const isPast = invitation.status === 'pending' && Date.parse(invitation.expiresAt) <= now
  return isPast ? { ...invitation, status: 'expired' } : invitation
}

export const ShowLink = Type.Optional(
  Type.Boolean({
    description: 'Show the link even if it is mailed. The caller then becomes a custodian of the person.',
  }),
)

/** The response with a new link. */
export const InvitationWithLink = Type.Object(
  {
    invitation: Invitation,
    url: Type.Optional(
      Type.String({
        description:
          'The link, which admits anyone who has it; shown once. Absent from a replayed response, and if it was mailed and not requested.',
      }),
    ),
  },
  { title: 'InvitationWithLink' },
)
