import { patch, senderOf } from '#test/scim.ts'
import type { Probata } from '#test/system.ts'
import type { Ask } from './ask.ts'

/** Creates an identity provider's token, and the users and groups that it sends. */
export const sendPeople = async (probata: Probata, ask: Ask): Promise<void> => {
  const { token, provisioningToken } = await ask(201, 'POST', '/provisioning-tokens', { name: 'Entra ID' })
  const { organization } = await ask(200, 'GET', '/session')
  const sender = senderOf(probata, organization.id.slice(4), token, provisioningToken.id)
  const id = await sender.user('leaver@acme.example', { displayName: 'Lea Leaver', nickName: 'Lea' })
  await sender.ok('POST', '/Groups', { displayName: 'Auditors', members: [{ value: id }] })
  await sender.ok('DELETE', `/Users/${id}`)
  await sender.send('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: true }))
  await probata.system.services.scimLog.flush()
}
