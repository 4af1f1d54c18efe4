import { type Static, Type } from 'typebox'

/** The sources of groups. SCIM comes first: it sends every change, while a token only reflects one sign-on. */
export const groupSources = Object.freeze(['scim', 'single_sign_on'] as const)

export type GroupSource = (typeof groupSources)[number]

/** Fields of a person whose role and units follow from groups; a person without them is managed by hand. */
export const Mapping = {
  mappedFrom: Type.Optional(
    Type.Enum([...groupSources], {
      description: 'Where the groups come from that role and units follow from. Left out for people managed by hand.',
    }),
  ),
  mappedGrant: Type.Optional(
    Type.Enum(['groups', 'default_role', 'none'], {
      description:
        'The source of access: groups, or the default role of the provider; none if no group gives access and there is no default.',
    }),
  ),
  suspended: Type.Optional(
    Type.Boolean({
      description:
        'Whether the person is disabled only because no group gives access. The next matching group enables them again.',
    }),
  ),
}

const MappingFields = Type.Object(Mapping)

export type Mapping = Static<typeof MappingFields>
