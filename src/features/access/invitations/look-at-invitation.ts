import { Type } from 'typebox'
import { commitEndpoint } from '#http/endpoint.ts'
import { iso } from '#lib/clock.ts'
import { requireInvitationLink } from './find-link.ts'
import { Invitation } from './invitation.ts'
import { isLoginToken, requireLoginLink, type UsableLoginLink } from './login-link.ts'
import { findOrganizationName } from './queries.ts'
import { spentLinkRefusal } from './spent-link.ts'

export const LinkToken = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The part after # in the link.',
})

const { email, name, role, purpose, expiresAt } = Invitation.properties

const renderLoginLink = ({ address, expiresAt, first, others }: UsableLoginLink) => {
  const { name, role } = first.person
  const names = [first, ...others].map(({ organization }) => organization)
  const fields = { email: address, name, role, purpose: 'password_reset' as const, expiresAt: iso(expiresAt) }
  return { organization: { name: names.join(', ') }, ...fields }
}

export const lookAtInvitation = commitEndpoint({
  name: 'lookAtInvitation',
  summary: 'Get the purpose of a link, without using it',
  tag: 'Session',
  method: 'POST',
  workspace: { path: '/invitations/look', roles: 'public' },
  status: 200,
  action: 'invitation.look',
  reason: false,
  body: Type.Object({ token: LinkToken }, { additionalProperties: false }),
  response: Type.Object({
    organization: Type.Object({ name: Type.String() }),
    email,
    name,
    role,
    purpose,
    expiresAt,
  }),
  errors: ['unauthorized', 'rate_limited'],
  async run(call, { body }) {
    if (isLoginToken(body.token)) return renderLoginLink(await requireLoginLink(call, body.token))
    const { organizationId, invitation } = await requireInvitationLink(call, body.token)
    const [organization] = await call.db.read(organizationId, findOrganizationName, {})
    if (!organization) throw spentLinkRefusal('unknown')
    const { email, name, role, purpose, expiresAt } = invitation
    return { organization, email, name, role, purpose, expiresAt }
  },
})
