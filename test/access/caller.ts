/** The credentials that a caller presents. */
export interface Caller {
  readonly token?: string
  readonly cookie?: string
}
