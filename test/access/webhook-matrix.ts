import assert from 'node:assert/strict'
import type { Snapshot } from '#test/contract/snapshots.ts'
import { type Answer, boot, type Probata } from '#test/system.ts'
import { accountsOf, machine, person, type WebhookManager } from '#test/webhooks/callers.ts'
import { type Receiver, startReceiver } from '#test/webhooks/receiver.ts'
import { loopback, webhooksOf } from '#test/webhooks/webhooks.ts'

const manage = 'webhooks:manage'
const evidence = 'governance.evidence:read'
const submissions = 'governance.submissions:read'
const claimCreated = 'evidence.claim.created'
const eventRecorded = 'submission.package.event_recorded'

/** A caller, and whether they may read claims. */
interface Caller {
  readonly as: WebhookManager
  readonly reads: boolean
}

/** A webhook described by its owner and the events that it gets. */
interface OwnedWebhook {
  readonly manager: WebhookManager
  readonly events: readonly string[]
  /** The webhook's service account has been disabled since. */
  readonly disabled?: true
}

interface MatrixPeople {
  readonly p: Probata
  /** The id of the disabled account. */
  readonly disabledId: string
  readonly owners: Readonly<Record<string, OwnedWebhook>>
  readonly callers: Readonly<Record<string, Caller>>
}

const createPeople = async (p: Probata): Promise<MatrixPeople> => {
  const accounts = accountsOf(p)
  const allScopes = [manage, evidence, submissions, 'governance.findings:read']
  const [own, other, disabled] = [
    await accounts.create(allScopes),
    await accounts.create(allScopes),
    await accounts.create(allScopes),
  ]
  await accounts.postAction(disabled.id, 'disable')
  const admin = await person(p)
  const full = await machine(p, own.clientId)
  const narrowed = await machine(p, own.clientId, `${manage} ${evidence}`)
  const manager = (clientId: string, scope?: string) => machine(p, clientId, scope)
  return {
    p,
    disabledId: disabled.id,
    owners: {
      person: { manager: admin, events: ['*'] },
      account: { manager: full, events: ['*'] },
      'account, of claims': { manager: full, events: [claimCreated] },
      'narrowed token': { manager: narrowed, events: ['*'] },
      'disabled account': { manager: full, events: ['*'], disabled: true },
    },
    callers: {
      administrator: { as: admin, reads: true },
      'own account': { as: full, reads: true },
      'own account, narrowed to manage': { as: await manager(own.clientId, manage), reads: false },
      'another that reads everything': { as: await manager(other.clientId), reads: true },
      'another, narrowed to claims': { as: await manager(other.clientId, `${manage} ${evidence}`), reads: true },
      'another, narrowed to manage': { as: await manager(other.clientId, manage), reads: false },
    },
  }
}

interface Scene {
  readonly id: string
  /** A delivery of a claim. */
  readonly deliveryId: string
  readonly owner: WebhookManager
  readonly newUrl: string
}

type WebhookAction = (caller: WebhookManager, scene: Scene) => Promise<Answer>

const resumeAfterPause: WebhookAction = async (caller, { id, owner }) => {
  await owner.send('POST', `/${id}/pause`)
  return caller.send('POST', `/${id}/resume`)
}

const patch =
  (body: object): WebhookAction =>
  (caller, { id }) =>
    caller.send('PATCH', `/${id}`, body)

/** The actions of a caller. `flows`: the action sends or shows content, at least of claims. */
const actions: Readonly<Record<string, { readonly act: WebhookAction; readonly flows: boolean }>> = {
  rename: { flows: false, act: patch({ name: 'Renamed' }) },
  url: { flows: true, act: (caller, scene) => patch({ url: scene.newUrl })(caller, scene) },
  'events *': { flows: true, act: patch({ events: ['*'] }) },
  'events of claims': { flows: true, act: patch({ events: [claimCreated] }) },
  'events of packages': { flows: false, act: patch({ events: [eventRecorded] }) },
  'resume the owner’s pause': { flows: true, act: resumeAfterPause },
  'resume their own pause': {
    flows: false,
    act: async (caller, scene) => resumeAfterPause(caller, { ...scene, owner: caller }),
  },
  'rotate the secret': { flows: false, act: (caller, { id }) => caller.send('POST', `/${id}/rotate-secret`) },
  test: { flows: false, act: (caller, { id }) => caller.send('POST', `/${id}/test`) },
  replay: {
    flows: true,
    act: (caller, { id, deliveryId }) => caller.send('POST', `/${id}/deliveries/${deliveryId}/replay`),
  },
  delete: { flows: false, act: (caller, { id }) => caller.send('DELETE', `/${id}`) },
}

const readBodyShown = async (caller: WebhookManager, { id, deliveryId }: Scene): Promise<boolean> => {
  const { body } = await caller.get(`/${id}/deliveries/${deliveryId}`)
  assert.equal(body.request.body === null, body.response === null)
  return body.request.body !== null
}

/** A webhook of the owner, with a recorded attempt of another owner's webhook. */
const prepare = async ({ p, disabledId }: MatrixPeople, owned: OwnedWebhook, url: string, pattern: string) => {
  const { id } = await owned.manager.create(url, owned.events)
  const deliveryId = pattern.slice(0, -6) + id.slice(-6)
  await p.sql(
    `insert into webhook_attempt select organization_id, $1, $2::text, event_id, outcome, replace(record, id, $2::text), exchange
       from webhook_attempt where id = $3`,
    [id, deliveryId, pattern],
  )
  // A disabled account can no longer create webhooks.
  if (owned.disabled) await p.sql('update webhook_endpoint set service_account_id = $2 where id = $1', [id, disabledId])
  return { id, deliveryId, owner: owned.manager }
}

const answerOf = ({ status, body }: Answer): string =>
  status === 403 ? `403 ${body.requiredScope ?? ''}`.trim() : `${status}`

export interface WebhookMatrix {
  readonly text: string
  readonly violations: readonly string[]
  readonly asked: number
}

const seed = async (p: Probata, receiver: Receiver): Promise<string> => {
  const { id } = await (await person(p)).create(receiver.url, [claimCreated])
  await webhooksOf(p).emit()
  await p.system.delivery.drain()
  const [row] = await p.sql('select id from webhook_attempt where endpoint_id = $1', [id])
  return String(row?.id)
}

/**
 * Tries every action of every caller on a webhook of every owner. At the end it checks which of the changed webhooks
 * get a claim.
 */
export const observeWebhooks = async (): Promise<WebhookMatrix> => {
  await using p = await boot({ env: loopback })
  await using receiver = await startReceiver((_, response) => response.writeHead(200).end('taken'))
  await using elsewhere = await startReceiver()
  const pattern = await seed(p, receiver)
  const people = await createPeople(p)
  const violations: string[] = []
  const lines: string[] = []
  let requestCount = 0
  for (const [whose, owned] of Object.entries(people.owners))
    for (const [who, { as, reads }] of Object.entries(people.callers)) {
      const cells: string[] = []
      for (const [what, { act, flows }] of Object.entries(actions)) {
        const path = `${elsewhere.url}/${reads ? 'reads' : 'does-not'}`
        const scene = { ...(await prepare(people, owned, receiver.url, pattern)), newUrl: path }
        const isBodyShown = await readBodyShown(as, scene)
        if (isBodyShown !== reads)
          violations.push(`${whose}, ${who}: a recorded body is ${isBodyShown ? '' : 'not '}shown`)
        const answer = await act(as, scene)
        requestCount++
        if (flows && !reads && answer.status !== 403)
          violations.push(`${whose}, ${who}: ${what} returns ${answer.status}`)
        cells.push(`${what}=${answerOf(answer)}`)
        if (what !== 'url') await p.sql(`update webhook_endpoint set status = 'deleted' where id = $1`, [scene.id])
      }
      lines.push(`${whose} | ${who} | ${cells.join(' · ')}\n`)
    }
  await p.sql('delete from webhook_queue')
  const before = elsewhere.received.length
  await webhooksOf(p).emit()
  await p.system.delivery.drain()
  const arrived = elsewhere.received.slice(before)
  if (arrived.length === 0) violations.push('no one who moved a webhook gets a claim')
  for (const { path } of arrived)
    if (path.endsWith('does-not')) violations.push('a caller who may not read claims got one')
  return { text: lines.join(''), violations, asked: requestCount }
}

/** The actions that each caller may perform on each owner's webhook. Regenerate with `npm run snapshots`. */
export const webhookAccess: Snapshot = {
  file: 'test/webhook-access.txt',
  make: async () => (await observeWebhooks()).text,
}
