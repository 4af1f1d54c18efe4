/** The parameters of a list's address. */
export type ListSearch = Readonly<Record<string, string | undefined>>

/** The parameters of every list: the order, the search text and the columns. */
export const listParameters = ['sort', 'search', 'columns'] as const

export type ListParameter = (typeof listParameters)[number]

export type RangeParameter<Field extends string> = `${Field}From` | `${Field}To`

/** The parameters for the start and the end of a range of times of each field. */
export const rangeParameters = <Field extends string>(fields: readonly Field[]): readonly RangeParameter<Field>[] =>
  fields.flatMap((field): readonly RangeParameter<Field>[] => [`${field}From`, `${field}To`])
