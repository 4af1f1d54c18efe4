import { acceptInvitation } from './accept-invitation.ts'
import { forgotPassword } from './forgot-password.ts'
import { invitePerson } from './invite-person.ts'
import { listInvitations } from './list-invitations.ts'
import { lookAtInvitation } from './look-at-invitation.ts'
import { resetPassword } from './reset-password.ts'
import { revokeInvitation } from './revoke-invitation.ts'

export const invitations = [
  listInvitations,
  invitePerson,
  revokeInvitation,
  resetPassword,
  lookAtInvitation,
  acceptInvitation,
  forgotPassword,
]
