import type { Reply } from './http.ts'
import { sendUntilAnswered, type Workload } from './send-until-answered.ts'
import { accounts } from './workspaces.ts'

/** The number of webhooks of each kind. The first part of their path names the kind; /held stays paused. */
export interface Population {
  readonly ok: number
  readonly flaky: number
  readonly dying: number
  readonly held: number
}

/** A webhook that was created, with the path at its receiver. */
export interface CreatedWebhook {
  readonly id: string
  readonly path: string
}

const webhooks = '/api/v1/webhooks'
const claims = '/api/v1/governance/evidence/claims'
const reason = 'requested by the fault campaign'
const [account] = accounts

/** The campaign's HTTP calls to the server. An interrupted call is sent again with the same key. */
export class WebhookClient {
  readonly #workload: Workload
  /** The acknowledged claims. Each of them causes one event. */
  readonly claims: string[] = []
  #token = ''
  #sent = 0

  constructor(workload: Workload) {
    this.#workload = workload
  }

  async #send(expectedStatus: number, path: string, body: object): Promise<Reply> {
    const key = `webhook-fault-${++this.#sent}`
    const request = { method: 'POST', path, token: this.#token, key, body: Buffer.from(JSON.stringify(body)) } as const
    const reply = await sendUntilAnswered(this.#workload, {
      ...request,
      expectedStatus,
      description: `${path} ${key}`,
    })
    if (reply.status !== expectedStatus) throw new Error(`POST ${path} got ${reply.status}: ${reply.text}`)
    return reply
  }

  async takeToken(): Promise<void> {
    const form = { client_id: account?.clientId, client_secret: account?.clientSecret }
    const { text } = await this.#send(200, '/api/v1/auth/token', { grant_type: 'client_credentials', ...form })
    this.#token = JSON.parse(text).access_token
  }

  /** Creates webhooks, all of them paused. */
  async create(url: string, population: Population): Promise<CreatedWebhook[]> {
    const created: CreatedWebhook[] = []
    for (const [kind, count] of Object.entries(population))
      for (let i = 0; i < count; i++) {
        const path = `/${kind}/${i}`
        const input = { url: url + path, events: ['evidence.claim.created'], description: path, reason }
        const { text } = await this.#send(201, webhooks, input)
        const { id } = JSON.parse(text).webhook
        created.push({ id, path })
        await this.#send(200, `${webhooks}/${id}/pause`, { reason })
      }
    return created
  }

  async resume(createdWebhooks: readonly CreatedWebhook[]): Promise<void> {
    const resumed = createdWebhooks.filter(({ path }) => !path.startsWith('/held'))
    await Promise.all(resumed.map(({ id }) => this.#send(200, `${webhooks}/${id}/resume`, { reason })))
  }

  async createClaim(): Promise<void> {
    const claimKey = `webhook-fault-${this.#sent}`
    const { text } = await this.#send(201, claims, {
      claimKey,
      title: `Claim ${claimKey}`,
      subjectModuleKey: 'controls',
      subjectResourceType: 'control',
      subjectResourceId: 'control-7',
      sourceModuleKey: 'external',
      sourceResourceType: 'report',
      sourceResourceId: claimKey,
      sourceSnapshot: { report: 'x'.repeat(this.#sent % 500) },
      reason,
    })
    this.claims.push(JSON.parse(text).id)
  }

  /** Creates `count` claims, eight at a time. */
  async createClaims(count: number): Promise<void> {
    let remaining = count
    const worker = async () => {
      while (remaining-- > 0) await this.createClaim()
    }
    await Promise.all(Array.from({ length: 8 }, worker))
  }
}
