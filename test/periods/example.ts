/** Examples of one place. Each row is `event weekday period -> last day weekday | source`. */
export interface ExampleBlock {
  /** Codes of date-holidays, such as DE or DE-BY. */
  readonly place: string
  readonly zone: string
  /** The law that names the public holidays. */
  readonly law: string
  readonly rows: string
}

export const linesOf = (rows: string): string[] =>
  rows
    .split('\n')
    .map(row => row.trim())
    .filter(row => row !== '')
