import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { resumeMail } from './mail-bounce.ts'

export const resumeOwnMail = changeEndpoint({
  name: 'resumeOwnMail',
  summary: 'Get mail again, although a mail server refused your address',
  tag: 'Account',
  method: 'POST',
  workspace: { path: '/account/mail/resume', roles: [...roles] },
  status: 204,
  action: 'account.resume_mail',
  reason: false,
  response: Type.Null(),
  errors: ['not_found'],
  run: change => resumeMail(change, change.actor.id),
})
