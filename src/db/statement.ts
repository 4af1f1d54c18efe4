import type { Rows } from './rows.ts'

/** The kind of a parameter: its type, and its conversion to PostgreSQL's text format or NULL. */
type Kind<T> = (value: T) => string | null

// Inside the quotes of an array element, a backslash escapes the next character, and there are no other escapes.
const escapeElement = (value: string): string =>
  value.includes('"') || value.includes('\\') ? value.replaceAll(/["\\]/g, '\\$&') : value

const element = (value: string | number): string =>
  typeof value === 'number' ? String(value) : `"${escapeElement(value)}"`

const arrayText = (values: readonly (string | number)[]): string => `{${values.map(element).join(',')}}`

export const text: Kind<string> = value => value
/** One of several strings: `choice<'accepted' | 'rejected'>`. */
export const choice = <T extends string>(value: T): string => value
export const number: Kind<number> = String
export const flag: Kind<boolean> = String
/** A field of a record, of any scalar type. */
export const scalar: Kind<string | number | boolean | null> = value => (value === null ? null : String(value))
export const texts: Kind<readonly string[]> = arrayText
export const numbers: Kind<readonly number[]> = arrayText
/** A list of `bytea`. */
export const byteas: Kind<readonly Buffer[]> = values =>
  `{${values.map(bytes => `"\\\\x${bytes.toString('hex')}"`).join(',')}}`
/** A kind that also accepts null. */
export const nullable =
  <T>(kind: Kind<T>): Kind<T | null> =>
  value =>
    value === null ? null : kind(value)

/** A list of strings, or null. */
export const nullableTexts = nullable(texts)

/** Declares the rows of a composed statement: `rows<{ id: string }>`. */
export const rows = <Row>(row: Row): Row => row

/**
 * Narrows the types of a statement's columns beyond what PostgreSQL reports, such as `narrows<{ hands: string[] }>` for
 * an array that is never null.
 */
export const narrows = <Columns>(columns: Columns): Columns => columns

/** The kinds of parameters by name. */
export type Kinds = Readonly<Record<string, Kind<never>>>

/** Values by name, each with the type of its kind. */
export type ValuesOf<Declared extends Kinds> = keyof Declared extends never
  ? Readonly<Record<string, never>>
  : string extends keyof Declared
    ? Readonly<Record<string, unknown>>
    : { readonly [Name in keyof Declared]: Parameters<Declared[Name]>[0] }

/** A statement that PostgreSQL prepares once per connection, under its name. */
export interface Prepared {
  readonly name: string
  /** The SQL, with `$1 …` parameters. */
  readonly text: string
  /** Set if PostgreSQL replans the statement for the values of each call (`forItsValues`). */
  readonly isForValues?: true
  /** Set if name and columns come from another declaration (`composed`). */
  readonly isComposed?: true
}

/** One SQL statement: its parameters by name, and the rows that it returns. */
export interface Statement<Row, Values> extends Prepared {
  /** Returns the values in the order of the parameters. */
  readonly bind: (organizationId: string, values: Values) => BoundValues
  readonly row?: Row
}

/** The rows of a statement: `RowOf<typeof findClaim>`. */
export type RowOf<One extends { readonly row?: unknown }> = NonNullable<One['row']>

/** The name of a test's statement, which declares its columns itself because `rows.ts` does not describe it. */
type TestName = `test_${string}`

type Described<Name extends string, Narrowed> = Name extends keyof Rows
  ? Rows[Name]
  : Name extends TestName
    ? Narrowed
    : `${Name} is not described in src/db/rows.ts: npm run rows`

// A union narrows rows with several shapes, such as columns that are null together.
type Narrow<Row, Narrowed> = unknown extends Narrowed
  ? Row
  : Narrowed extends unknown
    ? { [Column in keyof Row]: Column extends keyof Narrowed ? Narrowed[Column] : Row[Column] }
    : never

/** The columns in `narrows` that a statement does not return, or whose types are not narrowed. */
type InvalidColumns<Row, Narrowed> = Narrowed extends unknown
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
  (unknown extends Row
    ? unknown
    : [InvalidColumns<Row, Narrowed>] extends [never]
      ? unknown
      : InvalidColumns<Row, Narrowed>)

/** Values in the order of the parameters, in text form. */
export type BoundValues = readonly (string | null)[]

/** PostgreSQL truncates longer names, so that two names could become the same. */
const maxNameBytes = 63

/** The parameter that reads and transactions bind automatically. */
const organization = 'organization'

// This also matches numbers such as $1, which no parameter can be called.
const placeholder = /(?<![:\w]):([a-z]\w*)|\$\d+/g

const registered = new Map<string, Prepared>()

const register = <One extends Prepared>(declaration: One): One => {
  const { name, text } = declaration
  if (Buffer.byteLength(name) > maxNameBytes)
    throw new Error(`the statement ${name} has a longer name than ${maxNameBytes}`)
  const existing = registered.get(name)
  if (existing && existing.text !== text) throw new Error(`two statements are called ${name}`)
  registered.set(name, declaration)
  return Object.freeze(declaration)
}

type Values = Readonly<Record<string, unknown>>

const declare = <Row>(
  name: string,
  kinds: Kinds,
  sql: string,
  attributes: Pick<Prepared, 'isComposed'>,
): Statement<Row, Values> => {
  const used = new Set(Array.from(sql.matchAll(placeholder), ([match, parameter = match]) => parameter))
  const isBound = used.has(organization)
  const parameters = Object.entries<Kind<never>>(kinds)
  const order = [...(isBound ? [organization] : []), ...Object.keys(kinds)]
  const mismatched = used.symmetricDifference(new Set(order))
  if (mismatched.size > 0 || order.length > new Set(order).size)
    throw new Error(`the statement ${name} does not both use and declare ${[...mismatched].join() || organization}`)
  return register({
    ...attributes,
    name,
    text: sql.replaceAll(placeholder, (_, parameter) => `$${order.indexOf(parameter) + 1}`),
    bind(organizationId: string, values: Values) {
      const bound: (string | null)[] = isBound ? [organizationId] : []
      // The kinds guarantee the types of the values.
      for (const [name, kind] of parameters) bound.push(kind(values[name] as never))
      return bound
    },
  })
}

/**
 * Declares a statement whose name, parameters and columns come from another declaration, such as a family, which also
 * types its values and rows.
 */
export const composed = <Declared extends Kinds, Row = never>(
  name: string,
  kinds: Declared,
  sql: string,
  _returns?: (row: Row) => Row,
): Statement<Row, ValuesOf<Declared>> => declare(name, kinds, sql, { isComposed: true })

/**
 * Declares a statement. Its name, which must be unique in the program, is also that of the prepared statement. A test
 * checks the plans of all declared statements, so that none with a sequential scan or an error reaches production.
 *
 *     statement('find_claim', { id: text }, 'select … where organization_id = :organization and id = :id')
 *
 * `:organization` is the organization of the call, and `$1` in statements that use it; the other parameters are
 * numbered in the order of their declaration. `npm run rows` queries the columns from PostgreSQL, and the name of the
 * statement then determines the type of its rows; `narrows` adds what PostgreSQL does not know. Throws if the SQL and
 * the declaration have different parameters.
 */
export const statement = <const Name extends string, Declared extends Kinds, Narrowed = unknown>(
  name: Name,
  kinds: Declared,
  sql: string,
  _narrows?: Narrowing<Described<Name, unknown>, Narrowed>,
): NoInfer<Statement<Narrow<Described<Name, Narrowed>, Narrowed>, ValuesOf<Declared>>> => declare(name, kinds, sql, {})

/**
 * Makes PostgreSQL replan a statement for the values of each call, in 0.1 to 0.3 ms; all other statements are planned
 * once for any values (decision 126). Needed for lists of ids: if PostgreSQL expects few rows per organization, a plan
 * for any list reads all rows of the organization.
 */
export const forItsValues = <One extends Prepared>(declaration: One): One =>
  register({ ...declaration, isForValues: true })

/** All statements that the program has declared, by name. */
export const statements = (): ReadonlyMap<string, Prepared> => registered
