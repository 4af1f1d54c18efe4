/** A value that goes to PostgreSQL in text form; `null` is NULL. */
export type Value = string | number | boolean | null | readonly string[] | readonly number[]

/** One SQL statement with `$1 …` parameters, prepared once per connection under its name. `Row` is what it returns. */
export interface Statement<Row> {
  readonly name: string
  readonly text: string
  readonly row?: Row
}

/** Longer names PostgreSQL cuts, so that two could become one. */
const longestName = 63

const registered = new Map<string, Statement<unknown>>()

/**
 * Declares a statement. The name is the prepared statement's name, unique in the program; the registry is what the
 * plan test walks, so a statement with a sequential scan or a typing error does not reach production.
 */
export const statement = <Row = never>(name: string, text: string): Statement<Row> => {
  if (Buffer.byteLength(name) > longestName)
    throw new Error(`the statement ${name} has a longer name than ${longestName}`)
  const known = registered.get(name)
  if (known && known.text !== text) throw new Error(`two statements are called ${name}`)
  const declared = Object.freeze({ name, text })
  registered.set(name, declared)
  return declared
}

/** Every statement the program has declared, by name. */
export const statements = (): ReadonlyMap<string, Statement<unknown>> => registered
