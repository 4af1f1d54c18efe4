import type { Static, TSchema } from 'typebox'
import type { Capabilities, Change, Services } from '#http/call.ts'

/** A mistake in the provisioning file. The message names the path, such as `organizations[0].users[2].role`. */
export class ProvisionError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ProvisionError'
  }
}

/** Another process changed the state that was prepared, so everything must be prepared and applied again. */
export class Stale extends Error {}

/** The position of an entry in the file. */
export interface EntryPosition {
  readonly path: string
  /** Creates the error to throw for a field of this entry. */
  mistake(field: string, message: string): ProvisionError
}

/** Runs a callback in its own transaction, bound to the organization of the entry. */
export type Begin = <T>(run: (change: Change) => Promise<T>) => Promise<T>

/** The transaction of the whole file, bound to the organization of the entry. */
export interface Provisioning extends Change, Capabilities {
  /** Shows a generated secret to the operator, once, after the commit. */
  reveal(kind: string, name: string, secret: string): void
  /** Runs a callback after the commit, such as a request to a provider. A failure is logged and undoes nothing. */
  later(work: (begin: Begin) => Promise<void>): void
  /** Whether the file creates the organization; its initial content then does not count as a change. */
  readonly isNew: boolean
}

export type EntryOutcome = 'created' | 'updated' | 'unchanged'
export type Apply = (ctx: Provisioning) => Promise<EntryOutcome>

/** An entry of the file, whose shape has been checked, with its position. */
export interface PlacedValue<Entry = unknown> {
  readonly entry: Entry
  readonly place: EntryPosition
}

/** A section of an organization in the provisioning file: a feature supplies it, `features.ts` collects it. */
export interface Section {
  readonly name: string
  readonly entry: TSchema
  /**
   * For a list, the field that identifies entries; two entries must not share a value. Without it, the section is one
   * entry.
   */
  readonly key?: string
  /** Converts a key to its canonical spelling. */
  normalize?(key: string): string
  /** Checks the entries of all organizations together. Throws the first mistake. */
  compare?(entries: readonly PlacedValue[]): void
  /** Does the work that needs no transaction, such as hashing a password; returns the work that needs one. */
  prepare(services: Services, entry: unknown, place: EntryPosition): Promise<Apply>
}

export const section = <Entry extends TSchema>(declared: {
  readonly name: string
  readonly entry: Entry
  readonly key?: string & keyof Static<Entry>
  normalize?(key: string): string
  compare?(entries: readonly PlacedValue<Static<Entry>>[]): void
  prepare(services: Services, entry: Static<Entry>, place: EntryPosition): Promise<Apply>
}): Section => declared
