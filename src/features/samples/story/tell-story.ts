import type { Act } from '#src/features/samples/act.ts'
import { tellAudit } from './audit.ts'
import type { Cast } from './cast.ts'
import { tellDefects } from './defects.ts'
import { tellEvidence } from './evidence.ts'
import { tellFiling } from './filing.ts'

/** Fills the sample: evidence, then a filing, an audit and defects that refer to it. `now` in milliseconds. */
export const tellStory = async (act: Act, cast: Cast, now: number): Promise<void> => {
  const { accepted, frameworkId } = await tellEvidence(act, cast)
  await tellFiling(act, cast, accepted, now)
  await tellAudit(act, cast, { accepted, frameworkId, now })
  await tellDefects(act, cast, now)
}
