import { Type } from 'typebox'
import { commitEndpoint } from '#http/endpoint.ts'
import { Rendered } from '#http/rendered.ts'
import { findSubscription, stopMails, UnsubscribeToken } from './stop-mails.ts'

/** A mail program posts here when its user unsubscribes (RFC 8058). It has no session and follows no redirects. */
export const unsubscribeByOneClick = commitEndpoint({
  name: 'unsubscribeByOneClick',
  summary: 'Stop the mails that the link in the header of a mail is about (RFC 8058)',
  tag: 'Account',
  method: 'POST',
  open: { path: '/unsubscribe/{token}' },
  status: 204,
  action: 'account.unsubscribe',
  accepts: 'one_click',
  maxBytes: 4096,
  reason: false,
  params: Type.Object({ token: UnsubscribeToken }),
  body: Type.Object({ 'List-Unsubscribe': Type.Literal('One-Click') }),
  response: Type.Null(),
  errors: ['not_found', 'rate_limited'],
  async run(call, { params: { token } }) {
    await stopMails(call, await findSubscription(call, token, call.incoming.address))
    return new Rendered('')
  },
})
