import type { Act, Character } from '#src/features/samples/act.ts'
import { audit } from './audit.ts'
import { defects } from './defects.ts'
import { evidence } from './evidence.ts'
import { filing } from './filing.ts'

/** The people of the story, by the first part of their address. */
export type Cast = Readonly<Record<'adam' | 'rita' | 'olga' | 'carl', Character>>

/** Fills the sample: evidence, then a filing, an audit and defects that refer to it. `now` in milliseconds. */
export const tellStory = async (act: Act, cast: Cast, now: number): Promise<void> => {
  const { accepted, frameworkId } = await evidence(act, cast)
  await filing(act, cast, accepted, now)
  await audit(act, cast, { accepted, frameworkId, now })
  await defects(act, cast, now)
}
