import { sha256Hex } from '#lib/hash.ts'
import type { AcknowledgedWrite } from './ledger.ts'
import type { Random } from './random.ts'
import { type Kind, sendUntilAnswered, type Workload } from './send-until-answered.ts'
import type { Account } from './workspaces.ts'

const evidence = '/api/v1/governance/evidence'

/** A service account that writes claims, some of them with files. */
class Writer {
  readonly #workload: Workload
  readonly #account: Account
  readonly #random: Random
  #token = ''
  #written = 0

  constructor(workload: Workload, account: Account, random: Random) {
    this.#workload = workload
    this.#account = account
    this.#random = random
  }

  async run(): Promise<void> {
    this.#token = await this.#takeToken()
    while (!this.#workload.stopping.aborted) {
      const claim = await this.#createClaim()
      if (!claim) continue
      const files = this.#random.pick({ none: [5, 0], one: [3, 1], two: [1, 2] })
      for (let file = 0; file < files; file++) await this.#attach(claim.id, file)
    }
  }

  async #takeToken(): Promise<string> {
    const { clientId, clientSecret } = this.#account
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    const body = Buffer.from(JSON.stringify(form))
    const description = `token of ${clientId}`
    const { text } = await sendUntilAnswered(this.#workload, {
      description,
      method: 'POST',
      path: '/api/v1/auth/token',
      body,
      expectedStatus: 200,
    })
    return JSON.parse(text).access_token
  }

  async #write<T>({ name, ...write }: { name: string; kind: Kind; path: string; contentType?: string; body: Buffer }) {
    const key = `${this.#account.clientId}-${name}`
    const request = { ...write, method: 'POST', token: this.#token, key } as const
    const reply = await sendUntilAnswered(this.#workload, {
      ...request,
      description: `${write.kind} ${key}`,
      expectedStatus: 201,
    })
    if (reply.status !== 201) return undefined
    const result: T = JSON.parse(reply.text)
    return { key, result, text: reply.text }
  }

  #acknowledge(entry: Omit<AcknowledgedWrite, 'organization'>): void {
    this.#workload.ledger.append({ ...entry, organization: this.#account.organization })
  }

  async #createClaim() {
    const name = `${++this.#written}-claim`
    const claimKey = `${this.#account.clientId}-${this.#written}`
    const sourceSnapshot = { report: this.#random.bytes(this.#random.whole(20, 2000)).toString('base64') }
    const claimSnapshot = { written: this.#written }
    const input = {
      claimKey,
      title: `Claim ${claimKey}`,
      subjectModuleKey: 'controls',
      subjectResourceType: 'control',
      subjectResourceId: `control-${this.#random.whole(1, 100)}`,
      sourceModuleKey: 'external',
      sourceResourceType: 'report',
      sourceResourceId: claimKey,
      sourceSnapshot,
      claimSnapshot,
      reason: 'written while the server is killed',
    }
    const body = Buffer.from(JSON.stringify(input))
    const claim = await this.#write<{ id: string }>({ kind: 'claim', name, path: `${evidence}/claims`, body })
    if (!claim) return undefined
    const { key, result, text } = claim
    const content = sha256Hex(JSON.stringify([sourceSnapshot, claimSnapshot]))
    this.#acknowledge({
      kind: 'claim',
      key,
      id: result.id,
      claimId: result.id,
      record: sha256Hex(text),
      content,
      claimKey,
    })
    return result
  }

  async #attach(claimId: string, file: number): Promise<void> {
    const bytes = this.#random.bytes(this.#random.logarithmic(1024, 3 * 1024 * 1024))
    const content = sha256Hex(bytes)
    const input = {
      claimId,
      originalFilename: `proof-${file}.bin`,
      contentType: 'application/octet-stream',
      byteSize: bytes.length,
      checksumSha256: content,
      reason: 'written while the server is killed',
    }
    const announcement = await this.#write<{ intent: { id: string }; upload: { path: string } }>({
      kind: 'intent',
      name: `${this.#written}-intent-${file}`,
      path: `${evidence}/attachments/upload-intents`,
      body: Buffer.from(JSON.stringify(input)),
    })
    if (!announcement) return
    const { intent, upload } = announcement.result
    const record = sha256Hex(JSON.stringify(intent))
    this.#acknowledge({ kind: 'intent', key: announcement.key, id: intent.id, claimId, record, content })
    const uploadReply = await this.#write<{ attachment: { linkId: string; artifactId: string } }>({
      kind: 'upload',
      name: `${this.#written}-upload-${file}`,
      path: upload.path,
      ...multipart(input.originalFilename, bytes),
    })
    if (!uploadReply) return
    const { attachment } = uploadReply.result
    this.#acknowledge({
      kind: 'upload',
      key: uploadReply.key,
      id: attachment.linkId,
      artifactId: attachment.artifactId,
      claimId,
      record: sha256Hex(JSON.stringify(attachment)),
      content,
    })
  }
}

const multipart = (filename: string, bytes: Buffer): { contentType: string; body: Buffer } => {
  const boundary = `----faults-${sha256Hex(bytes).slice(0, 24)}`
  const disposition = `Content-Disposition: form-data; name="file"; filename="${filename}"`
  const partHead = `--${boundary}\r\n${disposition}\r\nContent-Type: application/octet-stream\r\n\r\n`
  const body = Buffer.concat([Buffer.from(partHead), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { contentType: `multipart/form-data; boundary=${boundary}`, body }
}

/** Lets every account write until it is stopped; resolves when each write has its response. */
export const work = async (workload: Workload, accounts: readonly Account[], random: Random): Promise<void> => {
  await Promise.all(accounts.map(account => new Writer(workload, account, random.fork(account.clientId)).run()))
}
