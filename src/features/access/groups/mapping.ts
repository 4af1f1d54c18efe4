import { type Static, Type } from 'typebox'

/** The sources of groups. SCIM comes first: it sends every change, while a token only reflects one sign-on. */
export const groupSources = Object.freeze(['scim', 'single_sign_on'] as const)

export type GroupSource = (typeof groupSources)[number]

/** The fields of a person whose role and units follow from groups. A person without these fields is managed by hand. */
export const Mapping = {
  mappedFrom: Type.Optional(
    Type.Enum([...groupSources], {
      description: 'The source of the groups that determine role and units. Absent for people managed by hand.',
    }),
  ),
  mappedGrant: Type.Optional(
    Type.Enum(['groups', 'default_role', 'none'], {
      description:
        "The source of access: groups, or the provider's default role; none if no group gives access and no default role is set.",
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
