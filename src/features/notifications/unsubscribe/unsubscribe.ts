import { commitEndpoint } from '#http/endpoint.ts'
import { findSubscription, stopMails } from './stop-mails.ts'
import { ofUnsubscribePage, renderSubscription } from './subscription.ts'

export const unsubscribe = commitEndpoint({
  ...ofUnsubscribePage,
  name: 'unsubscribe',
  summary: 'Stop the mails that a link of a mail is about. Works without signing in',
  workspace: { path: '/unsubscribe', roles: 'public' },
  action: 'account.unsubscribe',
  async run(call, { body: { token } }) {
    const subscription = await findSubscription(call, token, call.incoming.address)
    await stopMails(call, subscription)
    return renderSubscription(subscription)
  },
})
