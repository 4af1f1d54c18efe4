import type { Character } from '#src/features/samples/act.ts'

/** The people of the story, by the first part of their address. */
export type Cast = Readonly<Record<'adam' | 'rita' | 'olga' | 'carl', Character>>
