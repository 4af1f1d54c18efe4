import { createProvisioningToken } from './create-provisioning-token.ts'
import { listProvisioningTokens } from './list-provisioning-tokens.ts'
import { listScimEvents } from './list-scim-events.ts'
import { revokeProvisioningToken } from './revoke-provisioning-token.ts'
import { rotateProvisioningToken } from './rotate-provisioning-token.ts'

export const provisioningTokens = [
  listProvisioningTokens,
  createProvisioningToken,
  rotateProvisioningToken,
  revokeProvisioningToken,
  listScimEvents,
]
