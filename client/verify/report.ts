import type { Finding, Section } from './findings.ts'
import type { LeftOut } from './left-out.ts'
import type { Agreement, Published } from './past.ts'
import type { Mark } from './time.ts'

/** The facts that each part of the check has established. */
export interface Facts {
  readonly container: { readonly files: number; readonly bytes: number }
  readonly signature: {
    readonly id: string
    readonly origin: string
    /** The signing key, as a vkey. */
    readonly signer: string
    /** Whether the caller trusts this key. */
    readonly isNamed: boolean
  }
  readonly files: {
    readonly files: number
    readonly bytes: number
    /** The as-of time of records and rows, if the bundle has one. */
    readonly asOf?: string
    /** Set if the bundle comes from a sample workspace. */
    readonly sample?: true
  }
  readonly ledger: {
    readonly size: number
    readonly root: string
    readonly rowsShown: number
    readonly rowsLeftOut: number
    readonly fieldsShown: number
    readonly fieldsHidden: number
    readonly fieldsErased: number
    /** The number of published checkpoints that match the rows. */
    readonly published: number
    /** The caller's checkpoints. */
    readonly held: readonly { readonly size: number; readonly agreement: Agreement }[]
  }
  readonly records: {
    readonly records: number
    readonly attachments: number
    readonly families: Readonly<Record<string, number>>
    readonly asOf?: string
  }
  readonly decisions: { readonly decisions: number }
  readonly time: {
    /** The e-seal and the time-stamps. */
    readonly marks: readonly Mark[]
    /** Whether the caller gave authorities to verify them. */
    readonly isJudged: boolean
    /** The newest published checkpoint, and the places that hold it according to the bundle. */
    readonly newest?: { readonly size: number; readonly places: Published['places'] }
  }
  readonly 'left out': { readonly items: readonly LeftOut[] }
}

/** `unjudged`: the validity could not be determined. `absent`: missing, but not requested. */
export type State = 'holds' | 'broken' | 'unjudged' | 'absent' | 'not checked'

type Part<S extends Section> = { readonly section: S; readonly state: State; readonly facts?: Facts[S] }
export type AnyPart = { [S in Section]: Part<S> }[Section]

/** The exit code of each result. */
export const exits = {
  __proto__: null as never,
  proven: 0,
  altered: 1,
  'no bundle': 2,
  sound: 3,
  unjudged: 3,
  'other checkpoint': 4,
} as const

export type Result = Exclude<keyof typeof exits, '__proto__'>

export interface Report {
  readonly result: Result
  readonly exit: number
  readonly parts: readonly AnyPart[]
  readonly findings: readonly Finding[]
}
