import type { Static, TObject, TSchema } from 'typebox'

/** The names of all fields inside a field. */
const membersOf = (part: TSchema): string[] => {
  const { properties = {}, items, anyOf = [] }: { properties?: object; items?: TSchema; anyOf?: TSchema[] } = part
  return [...Object.keys(properties), ...[...anyOf, ...(items ? [items] : [])].flatMap(membersOf)]
}

/**
 * Creates the function that renders the public record of a schema: exactly its fields, in its order. The row's `record`
 * column stores the text, and every read passes it through, so a field that the schema does not name never leaves the
 * server.
 */
export const renderer = <Schema extends TObject>(schema: Schema): ((value: Static<Schema>) => string) => {
  const fields = Object.keys(schema.properties)
  const unrendered = Object.values(schema.properties)
    .flatMap(membersOf)
    .find(name => !fields.includes(name))
  if (unrendered !== undefined) throw new Error(`${unrendered} is nested in a record, and would not be rendered`)
  return value => JSON.stringify(value, fields)
}

/** Reads a record that was rendered by the same schema. */
export const readRecord = <Schema extends TObject>(_schema: Schema, text: string): Static<Schema> => JSON.parse(text)
