import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { MailPersonParams, resumeMail } from './mail-bounce.ts'

export const resumePersonMail = changeEndpoint({
  name: 'resumePersonMail',
  summary: 'Send mail to a person again, although a mail server refused their address',
  tag: 'People',
  method: 'POST',
  workspace: { path: '/people/{personId}/mail/resume', roles: ['admin'] },
  status: 204,
  action: 'person.resume_mail',
  params: MailPersonParams,
  response: Type.Null(),
  errors: ['not_found'],
  run: (change, { params: { personId } }) => resumeMail(change, personId),
})
