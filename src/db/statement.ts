/** The kind of a parameter: its type, and how it is sent to PostgreSQL, as text or as NULL. */
type Kind<T> = (value: T) => string | null

// Within the quotes of an array, PostgreSQL's only escape is a backslash before a character.
const escaped = (value: string): string =>
  value.includes('"') || value.includes('\\') ? value.replaceAll(/["\\]/g, '\\$&') : value

const element = (value: string | number): string => (typeof value === 'number' ? String(value) : `"${escaped(value)}"`)

const listed = (values: readonly (string | number)[]): string => `{${values.map(element).join(',')}}`

export const text: Kind<string> = value => value
/** One of several texts: `choice<'accepted' | 'rejected'>`. */
export const choice = <T extends string>(value: T): string => value
export const number: Kind<number> = String
export const flag: Kind<boolean> = String
/** A field of a record, by its type. */
export const scalar: Kind<string | number | boolean | null> = value => (value === null ? null : String(value))
export const texts: Kind<readonly string[]> = listed
export const numbers: Kind<readonly number[]> = listed
/** A list of `bytea`. */
export const byteas: Kind<readonly Buffer[]> = values =>
  `{${values.map(bytes => `"\\\\x${bytes.toString('hex')}"`).join(',')}}`
/** The same or NULL. */
export const nullable =
  <T>(kind: Kind<T>): Kind<T | null> =>
  value =>
    value === null ? null : kind(value)

/** A list of texts, or null. */
export const nullableTexts = nullable(texts)

/** Declares the rows that a statement returns: `rows<{ id: string }>`. */
export const rows = <Row>(row: Row): Row => row

/** The kinds of parameters by name. */
export type Kinds = Readonly<Record<string, Kind<never>>>

/** Values by name, each of the type of its kind. */
export type ValuesOf<Given extends Kinds> = keyof Given extends never
  ? Readonly<Record<string, never>>
  : { readonly [Name in keyof Given]: Parameters<Given[Name]>[0] }

/** A statement that PostgreSQL prepares, once per connection, under its name. */
export interface Prepared {
  readonly name: string
  /** With `$1 …` parameters. */
  readonly text: string
  readonly isForValues?: true
}

/** One SQL statement: its parameters by name, and the rows that it returns. */
export interface Statement<Row, Values> extends Prepared {
  /** The parameters of its text in their order. */
  readonly bind: (organizationId: string, values: Values) => BoundValues
  readonly row?: Row
}

/** Values in the order of the parameters, in text form. */
export type BoundValues = readonly (string | null)[]

/** PostgreSQL truncates longer names, so that two could become the same. */
const longestName = 63

/** The parameter that `read` and the transaction bind automatically. */
const organization = 'organization'

// This also matches a number, but no parameter has such a name.
const placeholder = /(?<![:\w]):([a-z]\w*)|\$\d+/g

const registered = new Map<string, Prepared>()

const register = <One extends Prepared>(declared: One): One => {
  const { name, text } = declared
  if (Buffer.byteLength(name) > longestName)
    throw new Error(`the statement ${name} has a longer name than ${longestName}`)
  const known = registered.get(name)
  if (known && known.text !== text) throw new Error(`two statements are called ${name}`)
  registered.set(name, declared)
  return Object.freeze(declared)
}

/**
 * A statement whose parameters come from another declaration, such as the columns of a family, which types its values.
 */
export const composed = <Row = never>(
  name: string,
  takes: Kinds,
  sql: string,
  _returns?: (row: Row) => Row,
): Statement<Row, Readonly<Record<string, unknown>>> => {
  const used = new Set(Array.from(sql.matchAll(placeholder), ([found, parameter = found]) => parameter))
  const isBound = used.has(organization)
  const parameters = Object.entries<Kind<never>>(takes)
  const order = [...(isBound ? [organization] : []), ...Object.keys(takes)]
  const astray = used.symmetricDifference(new Set(order))
  if (astray.size > 0 || order.length > new Set(order).size)
    throw new Error(`the statement ${name} does not both use and declare ${[...astray].join() || organization}`)
  return register({
    name,
    text: sql.replaceAll(placeholder, (_, parameter) => `$${order.indexOf(parameter) + 1}`),
    bind(organizationId: string, values: Readonly<Record<string, unknown>>) {
      const bound: (string | null)[] = isBound ? [organizationId] : []
      // The type of `values` follows from the kinds.
      for (const [name, kind] of parameters) bound.push(kind(values[name] as never))
      return bound
    },
  })
}

/**
 * Declares a statement. The name is the prepared statement's name, unique in the program; the registry is what the plan
 * test walks, so a statement with a sequential scan or a typing error does not reach production.
 *
 *     const listFeedsOf = statement(
 *       'list_calendar_feed_of_person',
 *       { createdBy: text, limit: number },
 *       'select … where organization_id = :organization and created_by = :createdBy order by id desc limit :limit',
 *       rows<{ id: string; record: string }>,
 *     )
 *     const feeds = await call.read(listFeedsOf, { createdBy: call.actor.id, limit: 50 })
 *
 * `:organization` is the call's own; it is `$1` where it is used, and the others are numbered in the order of their
 * declaration. Throws when the SQL and the declaration do not name the same parameters.
 */
export const statement = <Given extends Kinds, Row = never>(
  name: string,
  takes: Given,
  sql: string,
  returns?: (row: Row) => Row,
): Statement<Row, ValuesOf<Given>> => composed(name, takes, sql, returns)

/**
 * A statement that PostgreSQL replans for the values of each call, in 0.1 to 0.3 ms; all others are planned once for
 * any values (decision 126). For lists of ids: if an organization is expected to have few rows, a plan for any list
 * reads all of them.
 */
export const forItsValues = <One extends Prepared>(declared: One): One => register({ ...declared, isForValues: true })

/** Every statement the program has declared, by name. */
export const statements = (): ReadonlyMap<string, Prepared> => registered
