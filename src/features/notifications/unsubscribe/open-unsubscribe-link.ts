import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { Streamed } from '#http/rendered.ts'
import { findSubscription, UnsubscribeToken } from './stop-mails.ts'

/** Programs that check links open them. So this changes nothing and leads to the page that asks. */
export const openUnsubscribeLink = readEndpoint({
  name: 'openUnsubscribeLink',
  summary: 'Open the page that asks whether to stop the mails of a link',
  tag: 'Account',
  open: { path: '/unsubscribe/{token}' },
  params: Type.Object({ token: UnsubscribeToken }),
  status: 303,
  response: Type.Null(),
  errors: ['not_found', 'rate_limited'],
  async run(call, { params: { token }, address = '' }) {
    await findSubscription(call, token, address)
    const location = `${call.settings.url}/unsubscribe#${encodeURIComponent(token)}`
    return new Streamed(0, Readable.from([]), { status: 303, headers: { location } })
  },
})
