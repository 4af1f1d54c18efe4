import { createScimGroup } from './create-scim-group.ts'
import { createScimUser } from './create-scim-user.ts'
import { deleteScimGroup } from './delete-scim-group.ts'
import { deleteScimUser } from './delete-scim-user.ts'
import { getScimGroup } from './get-scim-group.ts'
import { getScimResourceType } from './get-scim-resource-type.ts'
import { getScimSchema } from './get-scim-schema.ts'
import { getScimServiceProviderConfig } from './get-scim-service-provider-config.ts'
import { getScimUser } from './get-scim-user.ts'
import { listScimGroups } from './list-scim-groups.ts'
import { listScimResourceTypes } from './list-scim-resource-types.ts'
import { listScimSchemas } from './list-scim-schemas.ts'
import { listScimUsers } from './list-scim-users.ts'
import { patchScimGroup } from './patch-scim-group.ts'
import { patchScimUser } from './patch-scim-user.ts'
import { replaceScimGroup } from './replace-scim-group.ts'
import { replaceScimUser } from './replace-scim-user.ts'
import { searchScim } from './search-scim.ts'
import { searchScimGroups } from './search-scim-groups.ts'
import { searchScimUsers } from './search-scim-users.ts'

export const scim = [
  getScimResourceType,
  getScimSchema,
  getScimServiceProviderConfig,
  listScimResourceTypes,
  listScimSchemas,
  searchScim,
  searchScimGroups,
  searchScimUsers,
  listScimUsers,
  getScimUser,
  createScimUser,
  replaceScimUser,
  patchScimUser,
  deleteScimUser,
  listScimGroups,
  getScimGroup,
  createScimGroup,
  replaceScimGroup,
  patchScimGroup,
  deleteScimGroup,
]
