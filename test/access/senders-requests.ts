import { patch } from '#test/scim.ts'
import type { PrepareRequest } from './arrangement.ts'
import type { RecordFactory } from './maker.ts'

const workspaceParams = ({ id }: RecordFactory) => ({ workspace: id.slice(4) })

const withUser: PrepareRequest = async organization => ({
  params: { ...workspaceParams(organization), userId: await organization.scimUser() },
})

const withGroup: PrepareRequest = async organization => ({
  params: { ...workspaceParams(organization), groupId: await organization.scimGroup() },
})

const withToken: PrepareRequest = async organization => ({
  params: { tokenId: await organization.provisioningTokenId() },
})

const withWorkspace: PrepareRequest = async organization => ({ params: workspaceParams(organization) })

/** Request data for SCIM and provisioning tokens that the endpoints' schemas cannot express. */
export const senderArrangements: Readonly<Record<string, PrepareRequest>> = {
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
  rotateProvisioningToken: withToken,
  revokeProvisioningToken: withToken,
  listScimUsers: withWorkspace,
  listScimGroups: withWorkspace,
  searchScim: withWorkspace,
  searchScimUsers: withWorkspace,
  searchScimGroups: withWorkspace,
  getScimServiceProviderConfig: withWorkspace,
  listScimSchemas: withWorkspace,
  listScimResourceTypes: withWorkspace,
  getScimSchema: async organization => ({
    params: { ...workspaceParams(organization), name: 'urn:ietf:params:scim:schemas:core:2.0:User' },
  }),
  getScimResourceType: async organization => ({ params: { ...workspaceParams(organization), name: 'User' } }),
  getScimUser: withUser,
  deleteScimUser: withUser,
  getScimGroup: withGroup,
  deleteScimGroup: withGroup,
  createScimUser: async organization => ({
    params: workspaceParams(organization),
    body: { userName: organization.scimName() },
  }),
  createScimGroup: async organization => ({
    params: workspaceParams(organization),
    body: { displayName: organization.scimName() },
  }),
  replaceScimUser: async organization => ({
    ...(await withUser(organization)),
    body: { userName: organization.scimName(), active: true },
  }),
  replaceScimGroup: async organization => ({
    ...(await withGroup(organization)),
    body: { displayName: organization.scimName() },
  }),
  patchScimUser: async organization => ({
    ...(await withUser(organization)),
    body: patch({ op: 'replace', path: 'displayName', value: organization.canary }),
  }),
  patchScimGroup: async organization => ({
    ...(await withGroup(organization)),
    body: patch({ op: 'replace', path: 'displayName', value: organization.scimName() }),
  }),
}
