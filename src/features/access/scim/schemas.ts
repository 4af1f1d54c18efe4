import { groupSchema, type Resource, userSchema } from './resource.ts'

type Characteristics = Readonly<Record<string, unknown>>

const defaults = {
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
}

/** Builds an attribute of a schema (RFC 7643 section 7). */
const attribute = (
  name: string,
  type: string,
  description: string,
  overrides: Characteristics = {},
): Characteristics => ({
  name,
  type,
  description,
  ...defaults,
  ...overrides,
})

const userAttributes = [
  attribute('userName', 'string', "The provider's name for the user, usually an e-mail address.", {
    required: true,
    uniqueness: 'server',
  }),
  attribute('name', 'complex', 'The parts of the name.', {
    subAttributes: [
      attribute('formatted', 'string', 'The full name.'),
      attribute('givenName', 'string', 'The given name.'),
      attribute('familyName', 'string', 'The family name.'),
    ],
  }),
  attribute('displayName', 'string', 'The display name.'),
  attribute('emails', 'complex', 'E-mail addresses; the person signs in with one of them.', {
    multiValued: true,
    subAttributes: [
      attribute('value', 'string', 'The address.'),
      attribute('type', 'string', 'The purpose, such as work.'),
      attribute('primary', 'boolean', 'Whether this is the preferred address.'),
    ],
  }),
  attribute('active', 'boolean', 'Whether the user may sign in.'),
  attribute('groups', 'complex', "The user's groups.", {
    multiValued: true,
    mutability: 'readOnly',
    subAttributes: [
      attribute('value', 'string', 'The id of the group.', { mutability: 'readOnly' }),
      attribute('display', 'string', 'The name of the group.', { mutability: 'readOnly' }),
      attribute('$ref', 'reference', 'The URL of the group.', { mutability: 'readOnly', referenceTypes: ['Group'] }),
      attribute('type', 'string', 'direct.', { mutability: 'readOnly' }),
    ],
  }),
]

const groupAttributes = [
  attribute('displayName', 'string', 'The name of the group.', { required: true, uniqueness: 'server' }),
  attribute('members', 'complex', 'The users in the group.', {
    multiValued: true,
    subAttributes: [
      attribute('value', 'string', 'The id of the user.', { mutability: 'immutable', caseExact: true }),
      attribute('display', 'string', 'The name of the user.', { mutability: 'readOnly' }),
      attribute('type', 'string', 'User.', { mutability: 'immutable' }),
      attribute('$ref', 'reference', 'The URL of the user.', { mutability: 'immutable', referenceTypes: ['User'] }),
    ],
  }),
]

const schema = (id: string, name: string, description: string, attributes: readonly Characteristics[]) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id,
  name,
  description,
  attributes,
})

const withMeta = (resource: Resource, resourceType: string, location: string): Resource => ({
  ...resource,
  meta: { resourceType, location },
})

/** The schemas of users and groups, limited to stored attributes. */
export const schemasAt = (base: string): Resource[] =>
  [
    schema(userSchema, 'User', 'A person of the workspace.', userAttributes),
    schema(groupSchema, 'Group', 'A group of the identity provider.', groupAttributes),
  ].map(schema => withMeta(schema, 'Schema', `${base}/Schemas/${schema.id}`))

export const resourceTypesAt = (base: string): Resource[] =>
  [
    { name: 'User', endpoint: '/Users', description: 'People', schema: userSchema },
    { name: 'Group', endpoint: '/Groups', description: 'Groups', schema: groupSchema },
  ].map(type =>
    withMeta(
      { schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'], id: type.name, ...type },
      'ResourceType',
      `${base}/ResourceTypes/${type.name}`,
    ),
  )
