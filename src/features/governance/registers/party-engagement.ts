import { Type } from 'typebox'
import { Line, Nullable, Timestamp } from '#http/schema.ts'
import { register } from './register.ts'

const description = 'Legal entity identifier of the party, with its check digits (ISO 17442).'

/** A service that another party provides to the organization, and how critical it is. */
export const partyEngagements = register({
  name: 'PartyEngagement',
  prefix: 'gpe',
  statuses: ['draft', 'active', 'closed'],
  fields: {
    party: Line(500, 'The name of the party.'),
    criticality: Type.Enum(['critical', 'high', 'medium', 'low']),
    contractEndsAt: Nullable(Timestamp),
    lei: Nullable(Type.String({ lei: true, maxLength: 20, description })),
  },
  choice: 'party_engagement',
  scope: 'governance.party-engagements:read',
})
