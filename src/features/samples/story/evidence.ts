import { sha256Hex } from '#lib/hash.ts'
import type { Act, Answer } from '#src/features/samples/act.ts'
import type { Cast } from './cast.ts'

/** The outcome of the claim of each requirement; requirements that are not named stay without proof. */
const outcomes = {
  'BACKUP-JOBS': 'approve',
  'RESTORE-TEST': 'approve',
  'ACCESS-REVIEW': 'approve',
  MFA: 'approve',
  'ASSET-INVENTORY': 'approve',
  'CONTINUITY-PLAN': 'approve',
  'PRIVILEGED-ACCESS': 'reject',
  'JOINERS-MOVERS': 'wait',
  'CONTINUITY-EXERCISE': 'wait',
} as const

const withoutProof = ['SECRETS', 'CLASSIFICATION', 'RETENTION', 'CRISIS-TEAM', 'IMPACT-ANALYSIS']

const contentType = 'text/csv'

const attach = async (act: Act, { carl }: Cast, claimId: string, key: string): Promise<void> => {
  const bytes = Buffer.from(`system;date;result\nsample-${key.toLowerCase()};2026-01-31;passed\n`)
  const name = `${key.toLowerCase()}.csv`
  const announced = {
    originalFilename: name,
    contentType,
    byteSize: bytes.length,
    checksumSha256: sha256Hex(bytes),
  }
  const { intent } = await act(carl, 'createUploadIntent', { body: { claimId, ...announced } })
  await act(carl, 'uploadBinary', { query: { claimId, intentId: intent.id }, file: { name, contentType, bytes } })
}

const claim = async (act: Act, { carl }: Cast, { id, requirementKey, title }: Answer): Promise<string> => {
  const source = { sourceModuleKey: 'external', sourceResourceType: 'report', sourceResourceId: requirementKey }
  const body = {
    evidenceRequirementId: id,
    claimKey: `${requirementKey}-1`,
    title: `${title}: first report`,
    ...{ subjectModuleKey: 'external', subjectResourceType: 'system', subjectResourceId: 'core-banking' },
    ...source,
    sourceSnapshot: { system: 'core-banking', run: '1' },
    claimSnapshot: { result: 'passed' },
  }
  return (await act(carl, 'createClaim', { body })).id
}

const review = async (act: Act, { rita }: Cast, claimId: string, verdict: 'approve' | 'reject'): Promise<void> => {
  const { reviewedDigest } = await act(rita, 'getWorkspaceClaim', { params: { claimId } })
  await act(rita, verdict === 'approve' ? 'approveClaim' : 'rejectClaim', {
    params: { claimId },
    body: { reviewedDigest },
  })
}

/** Creates a framework with requirements, and claims with files in each state. Returns the accepted claims. */
export const tellEvidence = async (
  act: Act,
  cast: Cast,
): Promise<{ readonly accepted: readonly string[]; readonly frameworkId: string }> => {
  const { created, framework } = await act(cast.adam, 'createFromTemplates', {
    body: { keys: [...Object.keys(outcomes), ...withoutProof], language: 'en', status: 'active', scheme: 'iso27001' },
  })
  const accepted: string[] = []
  const outcomeOf = new Map<string, (typeof outcomes)[keyof typeof outcomes]>(Object.entries(outcomes))
  for (const requirement of created) {
    const outcome = outcomeOf.get(requirement.requirementKey)
    if (outcome === undefined) continue
    const claimId = await claim(act, cast, requirement)
    await attach(act, cast, claimId, requirement.requirementKey)
    if (outcome !== 'wait') await review(act, cast, claimId, outcome)
    if (outcome === 'approve') accepted.push(claimId)
  }
  return { accepted, frameworkId: framework.id }
}
