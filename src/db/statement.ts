import type { Rows } from './rows.ts'

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

/** Declares the rows of a composed statement: `rows<{ id: string }>`. */
export const rows = <Row>(row: Row): Row => row

/**
 * Narrows columns of a statement beyond what PostgreSQL knows of them: `narrows<{ hands: string[] }>` for an array that
 * is never null.
 */
export const narrows = <Columns>(columns: Columns): Columns => columns

/** The kinds of parameters by name. */
export type Kinds = Readonly<Record<string, Kind<never>>>

/** Values by name, each of the type of its kind. */
export type ValuesOf<Given extends Kinds> = keyof Given extends never
  ? Readonly<Record<string, never>>
  : string extends keyof Given
    ? Readonly<Record<string, unknown>>
    : { readonly [Name in keyof Given]: Parameters<Given[Name]>[0] }

/** A statement that PostgreSQL prepares, once per connection, under its name. */
export interface Prepared {
  readonly name: string
  /** With `$1 …` parameters. */
  readonly text: string
  readonly isForValues?: true
  /** Its name and columns come from data (`composed`). */
  readonly isComposed?: true
}

/** One SQL statement: its parameters by name, and the rows that it returns. */
export interface Statement<Row, Values> extends Prepared {
  /** The parameters of its text in their order. */
  readonly bind: (organizationId: string, values: Values) => BoundValues
  readonly row?: Row
}

/** The rows of a statement: `RowOf<typeof findClaim>`. */
export type RowOf<One extends { readonly row?: unknown }> = NonNullable<One['row']>

/** A statement of a test, which declares its columns itself: it is not described in `rows.ts`. */
type OfTest = `test_${string}`

type Described<Name extends string, Narrowed> = Name extends keyof Rows
  ? Rows[Name]
  : Name extends OfTest
    ? Narrowed
    : `${Name} is not described in src/db/rows.ts: npm run rows`

// Several shapes of a row are a union, such as columns that are null together.
type Narrow<Row, Narrowed> = unknown extends Narrowed
  ? Row
  : Narrowed extends unknown
    ? { [Column in keyof Row]: Column extends keyof Narrowed ? Narrowed[Column] : Row[Column] }
    : never

/** The columns that a statement does not return, or whose type is not narrowed. */
type Astray<Row, Narrowed> = Narrowed extends unknown
  ? {
      [Column in keyof Narrowed]: Column extends keyof Row
        ? Narrowed[Column] extends Row[Column]
          ? Row[Column] extends Narrowed[Column]
            ? [column: Column, 'adds nothing']
            : never
          : [column: Column, 'does not narrow', Row[Column]]
        : [column: Column, 'is not a column']
    }[keyof Narrowed]
  : never

type Narrowing<Row, Narrowed> = ((columns: Narrowed) => Narrowed) &
  (unknown extends Row ? unknown : [Astray<Row, Narrowed>] extends [never] ? unknown : Astray<Row, Narrowed>)

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

type Values = Readonly<Record<string, unknown>>

const declare = <Row>(
  name: string,
  takes: Kinds,
  sql: string,
  kind: Pick<Prepared, 'isComposed'>,
): Statement<Row, Values> => {
  const used = new Set(Array.from(sql.matchAll(placeholder), ([found, parameter = found]) => parameter))
  const isBound = used.has(organization)
  const parameters = Object.entries<Kind<never>>(takes)
  const order = [...(isBound ? [organization] : []), ...Object.keys(takes)]
  const astray = used.symmetricDifference(new Set(order))
  if (astray.size > 0 || order.length > new Set(order).size)
    throw new Error(`the statement ${name} does not both use and declare ${[...astray].join() || organization}`)
  return register({
    ...kind,
    name,
    text: sql.replaceAll(placeholder, (_, parameter) => `$${order.indexOf(parameter) + 1}`),
    bind(organizationId: string, values: Values) {
      const bound: (string | null)[] = isBound ? [organizationId] : []
      // The type of `values` follows from the kinds.
      for (const [name, kind] of parameters) bound.push(kind(values[name] as never))
      return bound
    },
  })
}

/**
 * A statement whose name, parameters and columns come from another declaration, such as a family, which types its values
 * and rows.
 */
export const composed = <Given extends Kinds, Row = never>(
  name: string,
  takes: Given,
  sql: string,
  _returns?: (row: Row) => Row,
): Statement<Row, ValuesOf<Given>> => declare(name, takes, sql, { isComposed: true })

/**
 * Declares a statement. The name is the prepared statement's name, unique in the program; the registry is what the plan
 * test walks, so a statement with a sequential scan or a typing error does not reach production.
 *
 *     statement('find_claim', { id: text }, 'select … where organization_id = :organization and id = :id')
 *
 * `:organization` is the call's own; it is `$1` where it is used, and the others are numbered in the order of their
 * declaration. `npm run rows` asks PostgreSQL for the columns, so the rows are typed by the statement's name; `narrows`
 * adds what PostgreSQL does not know. Throws when the SQL and the declaration do not name the same parameters.
 */
export const statement = <const Name extends string, Given extends Kinds, Narrowed = unknown>(
  name: Name,
  takes: Given,
  sql: string,
  _narrows?: Narrowing<Described<Name, unknown>, Narrowed>,
): NoInfer<Statement<Narrow<Described<Name, Narrowed>, Narrowed>, ValuesOf<Given>>> => declare(name, takes, sql, {})

/**
 * A statement that PostgreSQL replans for the values of each call, in 0.1 to 0.3 ms; all others are planned once for
 * any values (decision 126). For lists of ids: if an organization is expected to have few rows, a plan for any list
 * reads all of them.
 */
export const forItsValues = <One extends Prepared>(declared: One): One => register({ ...declared, isForValues: true })

/** Every statement the program has declared, by name. */
export const statements = (): ReadonlyMap<string, Prepared> => registered
