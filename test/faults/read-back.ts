import { createHash } from 'node:crypto'
import { sha256Hex } from '#lib/hash.ts'
import type { Campaign } from './campaign.ts'
import type { Findings } from './findings.ts'
import type { AcknowledgedWrite } from './ledger.ts'
import { accounts } from './workspaces.ts'

type Reader = (path: string) => Promise<unknown>

const evidence = '/api/v1/governance/evidence'

const readerOf = async ({ server }: Campaign, organization: string): Promise<Reader> => {
  const account = accounts.find(candidate => candidate.organization === organization)
  const form = { grant_type: 'client_credentials', client_id: account?.clientId, client_secret: account?.clientSecret }
  const body = Buffer.from(JSON.stringify(form))
  const tokenResponse = await server.send({ method: 'POST', path: '/api/v1/auth/token', body })
  const token: string = JSON.parse(tokenResponse.text).access_token
  return async path => {
    const { status, text } = await server.send({ method: 'GET', path, token })
    if (status !== 200) throw new Error(`GET ${path} returned ${status}: ${text}`)
    return JSON.parse(text)
  }
}

interface Claim {
  readonly id: string
  readonly claimKey: string
}

interface Attachment {
  readonly linkId: string
  readonly artifactId: string
}

const readAllClaims = async (read: Reader): Promise<Claim[]> => {
  const allClaims: Claim[] = []
  for (let cursor: string | undefined, first = true; first || cursor; first = false) {
    const page = await read(`${evidence}/claims?limit=200${cursor ? `&cursor=${cursor}` : ''}`)
    const { claims, pagination } = page as { claims: Claim[]; pagination: { nextCursor?: string } }
    allClaims.push(...claims)
    cursor = pagination.nextCursor
  }
  return allClaims
}

const findRepeats = (values: readonly string[]): string[] => {
  const seenValues = new Set<string>()
  return values.filter(value => seenValues.has(value) || !seenValues.add(value))
}

/**
 * Checks what a client can read back: each acknowledged claim and attachment must exist exactly once, with the same
 * content.
 */
export const readBack = async (
  campaign: Campaign,
  ledger: readonly AcknowledgedWrite[],
  findings: Findings,
): Promise<void> => {
  for (const organization of new Set(accounts.map(account => account.organization))) {
    const ownEntries = ledger.filter(entry => entry.organization === organization)
    const read = await readerOf(campaign, organization)
    const claims = await readAllClaims(read)
    compareClaims(ownEntries, claims, findings)
    for (const claimId of new Set(ownEntries.filter(({ kind }) => kind === 'upload').map(entry => entry.claimId))) {
      const list = await read(`${evidence}/attachments?claimId=${claimId}&limit=200`)
      const { attachments } = list as { attachments: Attachment[] }
      const uploads = ownEntries.filter(entry => entry.kind === 'upload' && entry.claimId === claimId)
      compareAttachments(uploads, attachments, findings)
      for (const upload of uploads) await openAttachment(read, upload, findings)
    }
  }
}

const compareClaims = (ledger: readonly AcknowledgedWrite[], claims: readonly Claim[], findings: Findings): void => {
  const byId = new Map(claims.map(claim => [claim.id, claim]))
  const writtenClaims = ledger.filter(({ kind }) => kind === 'claim')
  for (const { id, record, key } of writtenClaims) {
    const claim = byId.get(id)
    if (!claim) findings.lost.push(`claim ${id} of ${key}`)
    else if (sha256Hex(JSON.stringify(claim)) !== record) findings.torn.push(`claim ${id} of ${key} has other content`)
  }
  const acknowledgedIds = new Set(writtenClaims.map(({ id }) => id))
  const unknownClaims = claims.filter(({ id }) => !acknowledgedIds.has(id))
  findings.duplicated.push(...findRepeats(claims.map(({ id }) => id)).map(id => `claim ${id} is listed twice`))
  findings.duplicated.push(
    ...findRepeats(writtenClaims.map(({ id }) => id)).map(id => `claim ${id} acknowledged two keys`),
  )
  findings.duplicated.push(
    ...unknownClaims.map(({ id, claimKey }) => `claim ${id} (${claimKey}) was never acknowledged`),
  )
}

const compareAttachments = (
  uploads: readonly AcknowledgedWrite[],
  attachments: readonly Attachment[],
  findings: Findings,
): void => {
  const byLink = new Map(attachments.map(attachment => [attachment.linkId, attachment]))
  for (const { id, key, record } of uploads) {
    const attachment = byLink.get(id)
    if (!attachment) findings.lost.push(`attachment ${id} of ${key}`)
    else if (sha256Hex(JSON.stringify(attachment)) !== record) findings.torn.push(`attachment ${id} has another record`)
  }
  const acknowledgedIds = new Set(uploads.map(({ id }) => id))
  const unknownAttachments = attachments.filter(({ linkId }) => !acknowledgedIds.has(linkId))
  findings.duplicated.push(...unknownAttachments.map(({ linkId }) => `attachment ${linkId} was never acknowledged`))
}

const openAttachment = async (read: Reader, upload: AcknowledgedWrite, findings: Findings): Promise<void> => {
  const { claimId, artifactId, content, id } = upload
  try {
    const response = await read(`${evidence}/attachments/open?claimId=${claimId}&artifactId=${artifactId}`)
    const { dataBase64 } = (response as { content: { dataBase64: string } }).content
    const digest = createHash('sha256').update(dataBase64, 'base64').digest('hex')
    if (digest !== content) findings.torn.push(`attachment ${id} has other bytes`)
  } catch (error) {
    findings.torn.push(`attachment ${id} does not open: ${error instanceof Error ? error.message : error}`)
  }
}
