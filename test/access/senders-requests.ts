import { patch } from '#test/scim.ts'
import type { Arrangement } from './arrangement.ts'
import type { Maker } from './maker.ts'

const at = ({ id }: Maker) => ({ workspace: id.slice(4) })

const ofUser: Arrangement = async organization => ({
  params: { ...at(organization), userId: await organization.scimUser() },
})

const ofGroup: Arrangement = async organization => ({
  params: { ...at(organization), groupId: await organization.scimGroup() },
})

const ofToken: Arrangement = async organization => ({ params: { tokenId: await organization.provisioningTokenId() } })

const ofWorkspace: Arrangement = async organization => ({ params: at(organization) })

/** Request data for the SCIM and provisioning-token endpoints that their schemas cannot express. */
export const senderArrangements: Readonly<Record<string, Arrangement>> = {
  createProvisioningToken: async organization => {
    await organization.forgetProvisioningTokens()
    return {}
  },
  confirmAddressChange: async organization => ({
    body: { newAddress: await organization.pendingAddress('contributor') },
  }),
  declineAddressChange: async organization => {
    await organization.pendingAddress('admin')
    return {}
  },
  rotateProvisioningToken: ofToken,
  revokeProvisioningToken: ofToken,
  listScimUsers: ofWorkspace,
  listScimGroups: ofWorkspace,
  searchScim: ofWorkspace,
  searchScimUsers: ofWorkspace,
  searchScimGroups: ofWorkspace,
  getScimServiceProviderConfig: ofWorkspace,
  listScimSchemas: ofWorkspace,
  listScimResourceTypes: ofWorkspace,
  getScimSchema: async organization => ({
    params: { ...at(organization), name: 'urn:ietf:params:scim:schemas:core:2.0:User' },
  }),
  getScimResourceType: async organization => ({ params: { ...at(organization), name: 'User' } }),
  getScimUser: ofUser,
  deleteScimUser: ofUser,
  getScimGroup: ofGroup,
  deleteScimGroup: ofGroup,
  createScimUser: async organization => ({
    params: at(organization),
    body: { userName: organization.scimName() },
  }),
  createScimGroup: async organization => ({
    params: at(organization),
    body: { displayName: organization.scimName() },
  }),
  replaceScimUser: async organization => ({
    ...(await ofUser(organization)),
    body: { userName: organization.scimName(), active: true },
  }),
  replaceScimGroup: async organization => ({
    ...(await ofGroup(organization)),
    body: { displayName: organization.scimName() },
  }),
  patchScimUser: async organization => ({
    ...(await ofUser(organization)),
    body: patch({ op: 'replace', path: 'displayName', value: organization.canary }),
  }),
  patchScimGroup: async organization => ({
    ...(await ofGroup(organization)),
    body: patch({ op: 'replace', path: 'displayName', value: organization.scimName() }),
  }),
}
