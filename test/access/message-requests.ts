import type { PrepareRequest } from './arrangement.ts'

const forToken: PrepareRequest = async organization => ({ body: { token: organization.unsubscribeToken('admin') } })

/** Request data for mail and chat channels. */
export const messageArrangements: Readonly<Record<string, PrepareRequest>> = {
  setChatChannel: async () => ({
    body: { service: 'mattermost', address: 'http://127.0.0.1:9/hooks/abc', withMail: true },
  }),
  updateChatChannel: async organization => {
    await organization.chatChannel('admin')
    return { body: { withMail: false } }
  },
  removeChatChannel: async organization => {
    await organization.chatChannel('admin')
    return {}
  },
  testChatChannel: async organization => {
    await organization.chatChannel('admin')
    return {}
  },
  resumeOwnMail: async organization => {
    await organization.bounce('admin')
    return {}
  },
  resumePersonMail: async organization => ({ params: { personId: await organization.bounce('reviewer') } }),
  lookAtUnsubscription: forToken,
  unsubscribe: forToken,
  openUnsubscribeLink: async organization => ({ params: { token: organization.unsubscribeToken('admin') } }),
  unsubscribeByOneClick: async organization => ({
    params: { token: organization.unsubscribeToken('admin') },
    body: { 'List-Unsubscribe': 'One-Click' },
  }),
}
