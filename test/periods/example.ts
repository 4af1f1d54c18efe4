/** Examples of periods in one place. Each row is `event weekday period -> last day weekday | source`. */
export interface ExampleBlock {
  /** The code of the place in date-holidays, such as DE or DE-BY. */
  readonly place: string
  readonly zone: string
  /** The law that names the place's public holidays. */
  readonly law: string
  readonly rows: string
}

export const linesOf = (rows: string): string[] =>
  rows
    .split('\n')
    .map(row => row.trim())
    .filter(row => row !== '')
