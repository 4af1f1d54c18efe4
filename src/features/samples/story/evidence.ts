import { sha256Hex } from '#lib/hash.ts'
import type { Act, Answer } from '#src/features/samples/act.ts'
import type { Cast } from './cast.ts'
import type { SampleLanguage, StoryWords } from './words.ts'

const scheme = 'iso27001'

/** The number of requirements with a claim; the others stay without proof. */
const claimCount = 36

type Outcome = 'approve' | 'reject' | 'wait'

/** Every ninth claim is rejected, and every seventh waits for its review. */
const outcomeAt = (index: number): Outcome => (index % 9 === 8 ? 'reject' : index % 7 === 6 ? 'wait' : 'approve')

const contentType = 'text/csv'

/** The people and the texts of the story. */
export interface Staging {
  readonly cast: Cast
  readonly language: SampleLanguage
  readonly words: StoryWords
}

const attach = async (act: Act, { cast: { carl }, words }: Staging, claimId: string, key: string): Promise<void> => {
  const bytes = Buffer.from(`${words.table.header}\nsample-${key.toLowerCase()};2026-01-31;${words.table.result}\n`)
  const name = `${key.toLowerCase()}.csv`
  const announcement = {
    originalFilename: name,
    contentType,
    byteSize: bytes.length,
    checksumSha256: sha256Hex(bytes),
  }
  const { intent } = await act(carl, 'createUploadIntent', { body: { claimId, ...announcement } })
  await act(carl, 'uploadBinary', { query: { claimId, intentId: intent.id }, file: { name, contentType, bytes } })
}

const createClaim = async (
  act: Act,
  { cast: { carl }, words }: Staging,
  { id, requirementKey, title }: Answer,
): Promise<string> => {
  const source = { sourceModuleKey: 'external', sourceResourceType: 'report', sourceResourceId: requirementKey }
  const body = {
    evidenceRequirementId: id,
    claimKey: `${requirementKey}-1`,
    title: `${title}: ${words.claim}`,
    ...{ subjectModuleKey: 'external', subjectResourceType: 'system', subjectResourceId: 'core-banking' },
    ...source,
    sourceSnapshot: { system: 'core-banking', run: '1' },
    claimSnapshot: { result: words.table.result },
  }
  return (await act(carl, 'createClaim', { body })).id
}

const review = async (act: Act, { rita }: Cast, claimId: string, verdict: Exclude<Outcome, 'wait'>): Promise<void> => {
  const { reviewedDigest } = await act(rita, 'getWorkspaceClaim', { params: { claimId } })
  await act(rita, verdict === 'approve' ? 'approveClaim' : 'rejectClaim', {
    params: { claimId },
    body: { reviewedDigest },
  })
}

/** Creates a framework with requirements, and claims with files in each state. Returns the ids of accepted claims. */
export const tellEvidence = async (
  act: Act,
  staging: Staging,
): Promise<{ readonly accepted: readonly string[]; readonly frameworkId: string }> => {
  const { cast, language } = staging
  const { templates } = await act(cast.adam, 'listRequirementTemplates', { query: { scheme } })
  const { created, framework } = await act(cast.adam, 'createFromTemplates', {
    body: { keys: templates.map(({ key }: { key: string }) => key), language, status: 'active', scheme },
  })
  const accepted: string[] = []
  for (const [i, requirement] of created.slice(0, claimCount).entries()) {
    const outcome = outcomeAt(i)
    const claimId = await createClaim(act, staging, requirement)
    await attach(act, staging, claimId, requirement.requirementKey)
    if (outcome !== 'wait') await review(act, cast, claimId, outcome)
    if (outcome === 'approve') accepted.push(claimId)
  }
  return { accepted, frameworkId: framework.id }
}
