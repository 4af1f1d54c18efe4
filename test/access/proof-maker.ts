import { attachments, formOf, intentOf, textFile } from '#test/proof.ts'
import type { Caller } from './caller.ts'

/** A claim and one of its files. */
export interface AttachedFile {
  readonly claimId: string
  readonly artifactId: string
}

/** Creates claims and their files. */
export interface ProofMaker {
  claim(): Promise<{ readonly id: string; readonly reviewedDigest: string }>
  /** Creates a claim with an open question from the reviewer. */
  asked(): Promise<string>
  intent(claimId: string): Promise<{ readonly id: string; readonly file: FormData }>
  /** Creates a claim with a file. */
  attached(): Promise<AttachedFile>
}

type Body = Readonly<Record<string, unknown>> | FormData

interface Dependencies {
  // biome-ignore lint/suspicious/noExplicitAny: each endpoint returns its own shape
  readonly ask: (method: string, path: string, caller: Caller, body?: Body) => Promise<any>
  readonly machine: () => Promise<Caller>
  readonly administrator: () => Promise<Caller>
  readonly session: (person: string) => Promise<string>
  readonly word: () => string
}

const proof = 'the proof itself'

export const proofMaker = ({ ask, machine, administrator, session, word }: Dependencies): ProofMaker => {
  const maker: ProofMaker = {
    async claim() {
      const text = word()
      const fields = ['claimKey', 'title', 'subjectModuleKey', 'subjectResourceType', 'subjectResourceId']
      const sources = ['sourceModuleKey', 'sourceResourceType', 'sourceResourceId']
      const texts = Object.fromEntries([...fields, ...sources].map(name => [name, text]))
      const claim = { ...texts, sourceSnapshot: { text }, claimSnapshot: { text } }
      const createdClaim = await ask('POST', '/api/v1/governance/evidence/claims', await machine(), claim)
      const { reviewedDigest } = await ask('GET', `/api/workspace/claims/${createdClaim.id}`, await administrator())
      return { id: createdClaim.id, reviewedDigest }
    },
    async asked() {
      const { id } = await maker.claim()
      const reviewer = { cookie: await session('reviewer') }
      await ask('POST', `/api/workspace/claims/${id}/ask`, reviewer, { question: word() })
      return id
    },
    async intent(claimId) {
      const file = textFile(proof, `${word()}.txt`)
      const { intent } = await ask('POST', `${attachments}/upload-intents`, await machine(), intentOf(claimId, file))
      return { id: intent.id, file: formOf(file) }
    },
    async attached() {
      const { id: claimId } = await maker.claim()
      const { id: intentId, file } = await maker.intent(claimId)
      const upload = `/api/v1/governance/evidence/attachments/upload-binary?${new URLSearchParams({ claimId, intentId })}`
      const { attachment } = await ask('POST', upload, await machine(), file)
      return { claimId, artifactId: attachment.artifactId }
    },
  }
  return maker
}
