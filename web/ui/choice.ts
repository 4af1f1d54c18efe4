/** What can be chosen: what is sent, and how it is called. */
export interface Choice {
  readonly value: string
  readonly label: string
}
