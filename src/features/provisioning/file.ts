import { type Static, Type } from 'typebox'
import type { Issue } from '#http/errors.ts'
import { webhookForms } from '#http/event.ts'
import { Line } from '#http/schema.ts'
import { compile, findUnstorable, toIssue } from '#http/validation.ts'
import { sentence } from '#lib/sentence.ts'
import { isTimeZone } from '#lib/time-zone.ts'
import { type EntryPosition, ProvisionError, type Section } from '#shared/provision.ts'
import { TimeZone } from '#shared/settings.ts'

const maxEntries = 10_000

const Organization = {
  slug: Type.String({
    pattern: '^[a-z0-9](-?[a-z0-9])*$',
    asks: sentence`field.slug: must be lower-case letters and digits, with single dashes between them`,
    maxLength: 63,
  }),
  name: Line(200),
  webhookForm: Type.Optional(Type.Enum([...webhookForms])),
  timeZone: Type.Optional(TimeZone),
  secondPerson: Type.Optional(
    Type.Boolean({
      description: 'Whether findings, exceptions, excluded clauses and retired controls require a second person.',
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
  const own = sections.map(({ name, entry, key }) => [
    name,
    Type.Optional(key === undefined ? entry : Type.Array(entry, { maxItems: maxEntries })),
  ])
  const organization = Type.Object({ ...Organization, ...Object.fromEntries(own) }, { additionalProperties: false })
  return Type.Object(
    { organizations: Type.Array(organization, { maxItems: maxEntries }) },
    { additionalProperties: false },
  )
}

const render = (path: Issue['path']): string =>
  path.map((part, i) => (typeof part === 'number' ? `[${part}]` : `${i > 0 ? '.' : ''}${part}`)).join('') || 'The file'

const placeAt = (path: Issue['path']): EntryPosition => ({
  path: render(path),
  mistake: (field, message) => new ProvisionError(`${render([...path, field])} ${message}`),
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
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const [position] = /line \d+ column \d+/.exec(String(error)) ?? []
    throw new ProvisionError(`The file is not valid JSON${position ? ` (${position})` : ''}`)
  }
}

const refuseRepeats = (entries: readonly { key: string; field: string; place: EntryPosition }[]): void => {
  const first = new Map<string, string>()
  for (const { key, field, place } of entries) {
    const earlier = first.get(key)
    if (earlier) throw place.mistake(field, `is the same as in ${earlier}`)
    first.set(key, place.path)
  }
}

const entriesOf = (section: Section, organization: OrganizationEntry, index: number): PlacedEntry[] => {
  const given = organization[section.name]
  if (given === undefined) return []
  const { key } = section
  const path = ['organizations', index, section.name]
  if (key === undefined || !Array.isArray(given)) return [{ section, entry: given, place: placeAt(path) }]
  const placed = given.map((entry: unknown, i) => {
    return { section, entry, place: placeAt([...path, i]), field: key, key: keyOf(section, key, entry) }
  })
  refuseRepeats(placed)
  return placed
}

const keyOf = ({ normalize = text => text }: Section, key: string, entry: unknown): string =>
  normalize(String(Reflect.get(Object(entry), key)))

/** Reads the provisioning file (operating: "Provisioning file"). Throws ProvisionError with every finding's path. */
export const readEntries = (sections: readonly Section[], content: string | object): PlacedOrganization[] => {
  const file = typeof content === 'string' ? parse(content) : structuredClone(content)
  const unstorable = findUnstorable(file)
  if (unstorable) throw new ProvisionError(`${render(unstorable.path)} ${unstorable.problem.text}`)
  const check = compile<Static<ReturnType<typeof fileSchema>>>(fileSchema(sections))
  if (!check(file)) {
    const lines = (check.errors ?? []).map(toIssue).map(({ path, problem }) => `${render(path)} ${problem.text}`)
    throw new ProvisionError([...new Set(lines)].join('\n'))
  }
  const organizations = file.organizations as OrganizationEntry[]
  refuseRepeats(
    organizations.map(({ slug }, i) => ({ key: slug, field: 'slug', place: placeAt(['organizations', i]) })),
  )
  refuseRepeats(
    organizations.flatMap(({ operator }, i) =>
      operator ? [{ key: 'operator', field: 'operator', place: placeAt(['organizations', i]) }] : [],
    ),
  )
  for (const [i, { timeZone }] of organizations.entries())
    if (timeZone !== undefined && !isTimeZone(timeZone))
      throw placeAt(['organizations', i]).mistake('timeZone', 'is not a name in the IANA time zone database')
  const placed = organizations.map((organization, i) => ({
    organization,
    entries: sections.flatMap(section => entriesOf(section, organization, i)),
  }))
  const all = placed.flatMap(({ entries }) => entries)
  for (const section of sections) section.compare?.(all.filter(entry => entry.section === section))
  return placed
}
