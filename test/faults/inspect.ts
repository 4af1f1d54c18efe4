import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { sha256Hex } from '#lib/hash.ts'
import type { Campaign } from './campaign.ts'
import { type Findings, noFindings } from './findings.ts'
import type { Acknowledged } from './ledger.ts'
import { connectionTo } from './postgres-processes.ts'
import { accounts, administrator } from './workspaces.ts'

type Reader = (path: string) => Promise<unknown>

const evidence = '/api/v1/governance/evidence'

const readerOf = async ({ server }: Campaign, organization: string): Promise<Reader> => {
  const account = accounts.find(candidate => candidate.organization === organization)
  const form = { grant_type: 'client_credentials', client_id: account?.clientId, client_secret: account?.clientSecret }
  const body = Buffer.from(JSON.stringify(form))
  const issued = await server.send({ method: 'POST', path: '/api/v1/auth/token', body })
  const token: string = JSON.parse(issued.text).access_token
  return async path => {
    const { status, text } = await server.send({ method: 'GET', path, token })
    if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${text}`)
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

const allClaims = async (read: Reader): Promise<Claim[]> => {
  const found: Claim[] = []
  for (let cursor: string | undefined, first = true; first || cursor; first = false) {
    const page = await read(`${evidence}/claims?limit=200${cursor ? `&cursor=${cursor}` : ''}`)
    const { claims, pagination } = page as { claims: Claim[]; pagination: { nextCursor?: string } }
    found.push(...claims)
    cursor = pagination.nextCursor
  }
  return found
}

const repeated = (values: readonly string[]): string[] => {
  const seen = new Set<string>()
  return values.filter(value => seen.has(value) || !seen.add(value))
}

/** What a client reads back: each acknowledged claim and attachment once, with equal content. */
const readBack = async (campaign: Campaign, ledger: readonly Acknowledged[], findings: Findings): Promise<void> => {
  for (const organization of new Set(accounts.map(account => account.organization))) {
    const own = ledger.filter(entry => entry.organization === organization)
    const read = await readerOf(campaign, organization)
    const claims = await allClaims(read)
    compareClaims(own, claims, findings)
    for (const claimId of new Set(own.filter(({ kind }) => kind === 'upload').map(entry => entry.claimId))) {
      const list = await read(`${evidence}/attachments?claimId=${claimId}&limit=200`)
      const { attachments } = list as { attachments: Attachment[] }
      const uploads = own.filter(entry => entry.kind === 'upload' && entry.claimId === claimId)
      compareAttachments(uploads, attachments, findings)
      for (const upload of uploads) await openAttachment(read, upload, findings)
    }
  }
}

const compareClaims = (ledger: readonly Acknowledged[], claims: readonly Claim[], findings: Findings): void => {
  const byId = new Map(claims.map(claim => [claim.id, claim]))
  const written = ledger.filter(({ kind }) => kind === 'claim')
  for (const { id, record, key } of written) {
    const claim = byId.get(id)
    if (!claim) findings.lost.push(`claim ${id} of ${key}`)
    else if (sha256Hex(JSON.stringify(claim)) !== record) findings.torn.push(`claim ${id} of ${key} has other content`)
  }
  const acknowledged = new Set(written.map(({ id }) => id))
  const unknown = claims.filter(({ id }) => !acknowledged.has(id))
  findings.duplicated.push(...repeated(claims.map(({ id }) => id)).map(id => `claim ${id} is listed twice`))
  findings.duplicated.push(...repeated(written.map(({ id }) => id)).map(id => `claim ${id} answered two keys`))
  findings.duplicated.push(...unknown.map(({ id, claimKey }) => `claim ${id} (${claimKey}) was never acknowledged`))
}

const compareAttachments = (
  uploads: readonly Acknowledged[],
  attachments: readonly Attachment[],
  findings: Findings,
): void => {
  const byLink = new Map(attachments.map(attachment => [attachment.linkId, attachment]))
  for (const { id, key, record } of uploads) {
    const attachment = byLink.get(id)
    if (!attachment) findings.lost.push(`attachment ${id} of ${key}`)
    else if (sha256Hex(JSON.stringify(attachment)) !== record) findings.torn.push(`attachment ${id} has another record`)
  }
  const acknowledged = new Set(uploads.map(({ id }) => id))
  const unknown = attachments.filter(({ linkId }) => !acknowledged.has(linkId))
  findings.duplicated.push(...unknown.map(({ linkId }) => `attachment ${linkId} was never acknowledged`))
}

const openAttachment = async (read: Reader, upload: Acknowledged, findings: Findings): Promise<void> => {
  const { claimId, artifactId, content, id } = upload
  try {
    const opened = await read(`${evidence}/attachments/open?claimId=${claimId}&artifactId=${artifactId}`)
    const { dataBase64 } = (opened as { content: { dataBase64: string } }).content
    const digest = createHash('sha256').update(dataBase64, 'base64').digest('hex')
    if (digest !== content) findings.torn.push(`attachment ${id} opens to other bytes`)
  } catch (error) {
    findings.torn.push(`attachment ${id} does not open: ${error instanceof Error ? error.message : error}`)
  }
}

/** What only the database shows, as the owner of its tables. */
const lookInside = async (campaign: Campaign, ledger: readonly Acknowledged[], findings: Findings): Promise<void> => {
  const client = new pg.Client(connectionTo(campaign.setting.dataDir))
  await client.connect()
  const list = async (text: string, values: unknown[] = []): Promise<string[]> => {
    const { rows } = await client.query({ text, values, rowMode: 'array' })
    return rows.map(([value]) => String(value))
  }
  const wants = (kind: Acknowledged['kind']) => ledger.filter(entry => entry.kind === kind).map(({ id }) => id)
  try {
    for (const { into, says, text } of oddities)
      findings[into].push(...(await list(text)).map(value => `${says}: ${value}`))
    for (const { kind, text } of stored) {
      const found = new Set(await list(text))
      const acknowledged = new Set(wants(kind))
      findings.lost.push(...[...acknowledged].filter(id => !found.has(id)).map(id => `${kind} ${id} has no row`))
      const unknown = [...found].filter(id => !acknowledged.has(id))
      findings.duplicated.push(...unknown.map(id => `${kind} ${id} was never acknowledged`))
    }
    await compareSnapshots(client, ledger, findings)
    const keys = await list('select blob_key from artifact')
    compareFiles(campaign.setting.dataDir, keys, findings)
  } finally {
    await client.end()
  }
}

/** Everything that is there, beside what was acknowledged. */
const stored: readonly { kind: Acknowledged['kind']; text: string }[] = [
  { kind: 'claim', text: 'select id from evidence_claim' },
  { kind: 'intent', text: 'select id from upload_intent' },
  { kind: 'upload', text: 'select id from attachment_link' },
]

const notOnce = (resource: string, action: string, event: string, data: string): string => `
  select format('%s has %s audit rows and %s events', r.id, audits, coalesce(events, 0)) from ${resource} r
    cross join lateral (select count(*) from audit_event a
      where a.organization_id = r.organization_id and a.resource_id = r.id
        and a.action = '${action}' and a.record::json->>'outcome' = 'done') as a (audits)
    left join (select data::json->'${data}'->>'id' as id, count(*) as events from outbox_event
      where type = '${event}' group by 1) as e on e.id = r.id
   where audits <> 1 or coalesce(events, 0) <> 1`

/** Statements of which every row is a finding. */
const oddities: readonly { into: keyof Findings; says: string; text: string }[] = [
  {
    into: 'torn',
    says: 'claim',
    text: notOnce('evidence_claim', 'evidence.claim.create', 'evidence.claim.created', 'claim'),
  },
  {
    into: 'torn',
    says: 'intent without its one audit row',
    text: `select id from upload_intent i where 1 <> (select count(*) from audit_event a
             where a.organization_id = i.organization_id and a.resource_id = i.id
               and a.action = 'evidence.upload_intent.create')`,
  },
  {
    into: 'torn',
    says: 'attachment without its one audit row',
    text: `select id from attachment_link l where 1 <> (select count(*) from audit_event a
             where a.organization_id = l.organization_id and a.resource_id = l.id
               and a.action = 'evidence.attachment.upload' and a.record::json->>'outcome' = 'done')`,
  },
  {
    into: 'torn',
    says: 'attachment without its one event',
    text: `select l.id from attachment_link l left join
             (select data::json->'attachment'->>'linkId' as id, count(*) as events from outbox_event
               where type = 'evidence.attachment.created' group by 1) as e on e.id = l.id
            where coalesce(events, 0) <> 1`,
  },
  {
    into: 'torn',
    says: 'intent whose status and attachment disagree',
    text: `select id from upload_intent i where (status = 'completed') <> (link_id is not null)
              or (link_id is not null and not exists (select from attachment_link l
                   where l.organization_id = i.organization_id and l.id = i.link_id))`,
  },
  {
    into: 'duplicated',
    says: 'intent with two attachments',
    text: `select i.id from upload_intent i join attachment_link l
               on l.organization_id = i.organization_id and l.claim_id = i.claim_id
              and l.record::json->>'originalFilename' = i.record::json->>'originalFilename'
            group by i.id having count(*) > 1`,
  },
  {
    into: 'duplicated',
    says: 'claim key',
    text: 'select claim_key from evidence_claim group by 1 having count(*) > 1',
  },
  {
    into: 'torn',
    says: 'effect without its stored answer, or the other way round',
    text: `select key from idempotency_key k where status = 201 and not exists (
             select from evidence_claim where id = k.body::json->>'id' union all
             select from upload_intent where id = k.body::json->'intent'->>'id' union all
             select from attachment_link where id = k.body::json->'attachment'->>'linkId')`,
  },
  { into: 'other', says: 'refused answer under a key', text: 'select key from idempotency_key where status <> 201' },
  {
    into: 'orphaned',
    says: 'artifact that no attachment shows',
    text: `select id from artifact a where not exists (select from attachment_link l
             where l.organization_id = a.organization_id and l.artifact_id = a.id)`,
  },
  { into: 'orphaned', says: 'staged object', text: 'select blob_key from staged_blob' },
]

const compareSnapshots = async (
  client: pg.Client,
  ledger: readonly Acknowledged[],
  findings: Findings,
): Promise<void> => {
  const { rows } = await client.query('select id, source_snapshot, claim_snapshot from evidence_claim')
  const digests = new Map(rows.map(row => [row.id, sha256Hex(`[${row.source_snapshot},${row.claim_snapshot}]`)]))
  for (const { kind, id, content } of ledger) {
    if (kind === 'claim' && digests.has(id) && digests.get(id) !== content)
      findings.torn.push(`the snapshots of claim ${id} differ from those that were sent`)
  }
}

/** The files of the blob folder are those that artifacts name. */
const compareFiles = (dataDir: string, keys: readonly string[], findings: Findings): void => {
  const entries = readdirSync(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true })
  const files = new Set(entries.filter(entry => entry.isFile()).map(({ name }) => name))
  const known = new Set(keys)
  findings.orphaned.push(...[...files].filter(name => !known.has(name)).map(name => `file ${name} of no artifact`))
  findings.torn.push(...keys.filter(key => !files.has(key)).map(key => `artifact without its file ${key}`))
}

/** Runs the job that removes what interrupted uploads left, as an administrator does. */
const sweep = async ({ server }: Campaign): Promise<void> => {
  const body = Buffer.from(JSON.stringify(administrator))
  const signedIn = await server.send({ method: 'POST', path: '/api/workspace/session', body })
  const cookie = signedIn.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  const path = '/api/workspace/jobs/sweep-staged-blobs/run'
  const reason = Buffer.from(JSON.stringify({ reason: 'after a campaign of faults' }))
  const { status, text } = await server.send({ method: 'POST', path, cookie, body: reason })
  if (status !== 200) throw new Error(`the sweep was answered ${status}: ${text}`)
}

/** Compares what the server holds with the client's ledger, when nobody writes any more. */
export const inspect = async (campaign: Campaign): Promise<Findings> => {
  const findings = noFindings()
  const ledger = campaign.ledger.read()
  await sweep(campaign)
  await readBack(campaign, ledger, findings)
  await lookInside(campaign, ledger, findings)
  findings.other.push(...campaign.tally.violations)
  return findings
}
