/** An option: the value that is sent, and its label. */
export interface Choice {
  readonly value: string
  readonly label: string
}
