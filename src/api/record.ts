import type { Static, TObject } from 'typebox'

/**
 * Renders the public record of a schema: exactly its fields, in its order. The text is stored in the row's `record`
 * column and passed through by every read, so a field that the schema does not name never leaves the server.
 */
export const renderer = <Schema extends TObject>(schema: Schema): ((value: Static<Schema>) => string) => {
  const fields = Object.keys(schema.properties)
  return value => JSON.stringify(value, fields)
}

/** Reads a record that was rendered by the same schema. */
export const readRecord = <Schema extends TObject>(_schema: Schema, text: string): Static<Schema> => JSON.parse(text)
