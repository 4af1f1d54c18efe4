import { commitEndpoint } from '#http/endpoint.ts'
import { findSubscription } from './stop-mails.ts'
import { ofUnsubscribePage, renderSubscription } from './subscription.ts'

export const lookAtUnsubscription = commitEndpoint({
  ...ofUnsubscribePage,
  name: 'lookAtUnsubscription',
  summary: 'Get what a link of a mail would unsubscribe from, without using it',
  workspace: { path: '/unsubscribe/look', roles: 'public' },
  action: 'account.unsubscribe.look',
  run: async (call, { body: { token } }) =>
    renderSubscription(await findSubscription(call, token, call.incoming.address)),
})
