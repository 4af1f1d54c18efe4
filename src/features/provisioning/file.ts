import { type Static, Type } from 'typebox'
import type { Issue } from '#http/errors.ts'
import { webhookForms } from '#http/event.ts'
import { Line } from '#http/schema.ts'
import { compile, findUnstorable, toIssue } from '#http/validation.ts'
import { sentence } from '#lib/sentence.ts'
import { isTimeZone } from '#lib/time-zone.ts'
import { type EntryPosition, ProvisionError, type Section } from '#shared/provision.ts'
import { HolidayPlaceCode, TimeZone } from '#shared/settings.ts'

const maxEntries = 10_000

const Organization = {
  slug: Type.String({
    pattern: '^[a-z0-9](-?[a-z0-9])*$',
    patternMessage: sentence`field.slug: must be lower-case letters and digits, with single dashes between them`,
    maxLength: 63,
  }),
  name: Line(200),
  webhookForm: Type.Optional(Type.Enum([...webhookForms])),
  timeZone: Type.Optional(TimeZone),
  holidayPlace: Type.Optional(HolidayPlaceCode),
  secondPerson: Type.Optional(
    Type.Boolean({
      description: 'Whether findings, exceptions, excluded clauses and retired controls require a second person.',
    }),
  ),
  sample: Type.Optional(
    Type.Boolean({
      description:
        'Whether everything in it is sample data. Its name begins with "Sample data: ". Set when it is created, and never changed.',
    }),
  ),
  operator: Type.Optional(
    Type.Boolean({ description: 'Whether its administrators operate the install and see install-wide data.' }),
  ),
}

const OrganizationFields = Type.Object(Organization)

/** An organization in the file: its own fields and, by name, the input of the sections. */
export type OrganizationEntry = Static<typeof OrganizationFields> & Readonly<Record<string, unknown>>

const fileSchema = (sections: readonly Section[]) => {
  const sectionFields = sections.map(({ name, entry, key }) => [
    name,
    Type.Optional(key === undefined ? entry : Type.Array(entry, { maxItems: maxEntries })),
  ])
  const organization = Type.Object(
    { ...Organization, ...Object.fromEntries(sectionFields) },
    { additionalProperties: false },
  )
  return Type.Object(
    { organizations: Type.Array(organization, { maxItems: maxEntries }) },
    { additionalProperties: false },
  )
}

const renderPath = (path: Issue['path']): string =>
  path.map((part, i) => (typeof part === 'number' ? `[${part}]` : `${i > 0 ? '.' : ''}${part}`)).join('') || 'The file'

const createPosition = (path: Issue['path']): EntryPosition => ({
  path: renderPath(path),
  mistake: (field, message) => new ProvisionError(`${renderPath([...path, field])} ${message}`),
})

/** An entry of a section with its position. */
export interface PlacedEntry {
  readonly section: Section
  readonly entry: unknown
  readonly place: EntryPosition
}

/** An organization in the file, with the entries of its sections in section order. */
export interface PlacedOrganization {
  readonly organization: OrganizationEntry
  readonly entries: readonly PlacedEntry[]
}

// Only the position is used, because messages of JSON.parse can quote the file, which contains secrets.
const parseFile = (text: string): unknown => {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const [position] = /line \d+ column \d+/.exec(String(error)) ?? []
    throw new ProvisionError(`The file is not valid JSON${position ? ` (${position})` : ''}`)
  }
}

const requireUniqueKeys = (entries: readonly { key: string; field: string; place: EntryPosition }[]): void => {
  const firstPaths = new Map<string, string>()
  for (const { key, field, place } of entries) {
    const earlierPath = firstPaths.get(key)
    if (earlierPath) throw place.mistake(field, `is the same as in ${earlierPath}`)
    firstPaths.set(key, place.path)
  }
}

const placeEntries = (section: Section, organization: OrganizationEntry, index: number): PlacedEntry[] => {
  const input = organization[section.name]
  if (input === undefined) return []
  const { key } = section
  const path = ['organizations', index, section.name]
  if (key === undefined || !Array.isArray(input)) return [{ section, entry: input, place: createPosition(path) }]
  const placedEntries = input.map((entry: unknown, i) => {
    return { section, entry, place: createPosition([...path, i]), field: key, key: readKey(section, key, entry) }
  })
  requireUniqueKeys(placedEntries)
  return placedEntries
}

const readKey = ({ normalize = text => text }: Section, key: string, entry: unknown): string =>
  normalize(String(Reflect.get(Object(entry), key)))

/** Reads the provisioning file (docs/operating.md). Throws a ProvisionError with the path of each problem. */
export const readEntries = (sections: readonly Section[], content: string | object): PlacedOrganization[] => {
  const file = typeof content === 'string' ? parseFile(content) : structuredClone(content)
  const unstorable = findUnstorable(file)
  if (unstorable) throw new ProvisionError(`${renderPath(unstorable.path)} ${unstorable.problem.text}`)
  const check = compile<Static<ReturnType<typeof fileSchema>>>(fileSchema(sections))
  if (!check(file)) {
    const lines = (check.errors ?? []).map(toIssue).map(({ path, problem }) => `${renderPath(path)} ${problem.text}`)
    throw new ProvisionError([...new Set(lines)].join('\n'))
  }
  const organizations = file.organizations as OrganizationEntry[]
  requireUniqueKeys(
    organizations.map(({ slug }, i) => ({ key: slug, field: 'slug', place: createPosition(['organizations', i]) })),
  )
  requireUniqueKeys(
    organizations.flatMap(({ operator }, i) =>
      operator ? [{ key: 'operator', field: 'operator', place: createPosition(['organizations', i]) }] : [],
    ),
  )
  for (const [i, { timeZone }] of organizations.entries())
    if (timeZone !== undefined && !isTimeZone(timeZone))
      throw createPosition(['organizations', i]).mistake('timeZone', 'is not a name in the IANA time zone database')
  for (const [i, { sample, name, operator }] of organizations.entries()) {
    const { mistake } = createPosition(['organizations', i])
    if (sample && !/^Sample data: \S/.test(name)) throw mistake('name', 'must begin with "Sample data: "')
    if (sample && operator) throw mistake('operator', 'must be false for a sample workspace')
  }
  const placedOrganizations = organizations.map((organization, i) => ({
    organization,
    entries: sections.flatMap(section => placeEntries(section, organization, i)),
  }))
  const all = placedOrganizations.flatMap(({ entries }) => entries)
  for (const section of sections) section.compare?.(all.filter(entry => entry.section === section))
  return placedOrganizations
}
