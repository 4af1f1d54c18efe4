import type { TObject } from 'typebox'
import type { Scope } from './access.ts'

/** An event type of the catalogue (interface section 6.3), declared in the noun file of what changes. */
export interface EventType {
  readonly type: string
  readonly description: string
  /** Who may subscribe to it. */
  readonly scope: Scope
  /** Schema of the envelope's `data`. */
  readonly data: TObject
  /** Whether other systems may subscribe; the rest is for features of our own. */
  readonly catalogued: boolean
}

const declared = new Set<string>()

/** Declares an event type; the verb that makes the change calls `ctx.emit` with it. */
export const event = <const Declared extends EventType>(declaration: Declared): Declared => {
  if (declared.has(declaration.type)) throw new Error(`event type ${declaration.type} is declared twice`)
  declared.add(declaration.type)
  return declaration
}
