import type { Act } from '#src/features/samples/act.ts'
import { tellAudit } from './audit.ts'
import { tellDefects } from './defects.ts'
import { type Staging, tellEvidence } from './evidence.ts'
import { tellFiling } from './filing.ts'

/** Fills the sample: evidence, then a filing, an audit and defects that refer to it. `now` in milliseconds. */
export const tellStory = async (act: Act, staging: Staging, now: number): Promise<void> => {
  const { cast, words } = staging
  const { accepted, frameworkId } = await tellEvidence(act, staging)
  await tellFiling(act, cast, accepted, now)
  await tellAudit(act, cast, { accepted, frameworkId, now, words: words.audit })
  await tellDefects(act, cast, words, now)
}
