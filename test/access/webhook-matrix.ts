import assert from 'node:assert/strict'
import type { Snapshot } from '#test/contract/snapshots.ts'
import { type ApiResponse, boot, type Probata } from '#test/system.ts'
import { accountsOf, machine, person, type WebhookManager } from '#test/webhooks/callers.ts'
import { type Receiver, startReceiver } from '#test/webhooks/receiver.ts'
import { loopback, webhooksOf } from '#test/webhooks/webhooks.ts'

const manage = 'webhooks:manage'
const evidence = 'governance.evidence:read'
const submissions = 'governance.submissions:read'
const claimCreated = 'evidence.claim.created'
const eventRecorded = 'submission.package.event_recorded'

/** A caller, with whether they may read claims. */
interface Caller {
  readonly manager: WebhookManager
  readonly canReadClaims: boolean
}

/** A webhook, described by its owner and the events to which it subscribes. */
interface OwnedWebhook {
  readonly manager: WebhookManager
  readonly events: readonly string[]
  /** Whether the webhook's service account was disabled after the webhook had been created. */
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
  const narrowedAccount = await machine(p, own.clientId, `${manage} ${evidence}`)
  const manager = (clientId: string, scope?: string) => machine(p, clientId, scope)
  return {
    p,
    disabledId: disabled.id,
    owners: {
      person: { manager: admin, events: ['*'] },
      account: { manager: full, events: ['*'] },
      'account, of claims': { manager: full, events: [claimCreated] },
      'narrowed token': { manager: narrowedAccount, events: ['*'] },
      'disabled account': { manager: full, events: ['*'], disabled: true },
    },
    callers: {
      administrator: { manager: admin, canReadClaims: true },
      'own account': { manager: full, canReadClaims: true },
      'own account, narrowed to manage': { manager: await manager(own.clientId, manage), canReadClaims: false },
      'another that reads everything': { manager: await manager(other.clientId), canReadClaims: true },
      'another, narrowed to claims': {
        manager: await manager(other.clientId, `${manage} ${evidence}`),
        canReadClaims: true,
      },
      'another, narrowed to manage': { manager: await manager(other.clientId, manage), canReadClaims: false },
    },
  }
}

interface Scene {
  readonly id: string
  /** The id of a delivery with a claim. */
  readonly deliveryId: string
  readonly owner: WebhookManager
  readonly newUrl: string
}

type WebhookAction = (caller: WebhookManager, scene: Scene) => Promise<ApiResponse>

const resumeAfterPause: WebhookAction = async (caller, { id, owner }) => {
  await owner.send('POST', `/${id}/pause`)
  return caller.send('POST', `/${id}/resume`)
}

const patch =
  (body: object): WebhookAction =>
  (caller, { id }) =>
    caller.send('PATCH', `/${id}`, body)

/** The actions that a caller can try. `carriesContent`: whether the action sends or shows content of claims. */
const actions: Readonly<Record<string, { readonly act: WebhookAction; readonly carriesContent: boolean }>> = {
  rename: { carriesContent: false, act: patch({ name: 'Renamed' }) },
  url: { carriesContent: true, act: (caller, scene) => patch({ url: scene.newUrl })(caller, scene) },
  'events *': { carriesContent: true, act: patch({ events: ['*'] }) },
  'events of claims': { carriesContent: true, act: patch({ events: [claimCreated] }) },
  'events of packages': { carriesContent: false, act: patch({ events: [eventRecorded] }) },
  'resume the owner’s pause': { carriesContent: true, act: resumeAfterPause },
  'resume their own pause': {
    carriesContent: false,
    act: async (caller, scene) => resumeAfterPause(caller, { ...scene, owner: caller }),
  },
  'rotate the secret': { carriesContent: false, act: (caller, { id }) => caller.send('POST', `/${id}/rotate-secret`) },
  test: { carriesContent: false, act: (caller, { id }) => caller.send('POST', `/${id}/test`) },
  replay: {
    carriesContent: true,
    act: (caller, { id, deliveryId }) => caller.send('POST', `/${id}/deliveries/${deliveryId}/replay`),
  },
  delete: { carriesContent: false, act: (caller, { id }) => caller.send('DELETE', `/${id}`) },
}

const readBodyShown = async (caller: WebhookManager, { id, deliveryId }: Scene): Promise<boolean> => {
  const { body } = await caller.get(`/${id}/deliveries/${deliveryId}`)
  assert.equal(body.request.body === null, body.response === null)
  return body.request.body !== null
}

/** Creates a webhook of the owner, with a copy of a recorded attempt. */
const prepare = async ({ p, disabledId }: MatrixPeople, owned: OwnedWebhook, url: string, templateId: string) => {
  const { id } = await owned.manager.create(url, owned.events)
  const deliveryId = templateId.slice(0, -6) + id.slice(-6)
  await p.sql(
    `insert into webhook_attempt select organization_id, $1, $2::text, event_id, outcome, replace(record, id, $2::text), exchange
       from webhook_attempt where id = $3`,
    [id, deliveryId, templateId],
  )
  // A disabled account can no longer create webhooks.
  if (owned.disabled) await p.sql('update webhook_endpoint set service_account_id = $2 where id = $1', [id, disabledId])
  return { id, deliveryId, owner: owned.manager }
}

const statusText = ({ status, body }: ApiResponse): string =>
  status === 403 ? `403 ${body.requiredScope ?? ''}`.trim() : `${status}`

export interface WebhookMatrix {
  readonly text: string
  readonly violations: readonly string[]
  readonly requestCount: number
}

const seed = async (p: Probata, receiver: Receiver): Promise<string> => {
  const { id } = await (await person(p)).create(receiver.url, [claimCreated])
  await webhooksOf(p).emit()
  await p.system.delivery.drain()
  const [row] = await p.sql('select id from webhook_attempt where endpoint_id = $1', [id])
  return String(row?.id)
}

/**
 * Tries every action on every webhook as every caller. At the end it checks which of the changed webhooks receive a
 * claim.
 */
export const observeWebhooks = async (): Promise<WebhookMatrix> => {
  await using p = await boot({ env: loopback })
  await using receiver = await startReceiver((_, response) => response.writeHead(200).end('taken'))
  await using newReceiver = await startReceiver()
  const templateId = await seed(p, receiver)
  const people = await createPeople(p)
  const violations: string[] = []
  const lines: string[] = []
  let requestCount = 0
  for (const [ownerName, owned] of Object.entries(people.owners))
    for (const [callerName, { manager, canReadClaims }] of Object.entries(people.callers)) {
      const cells: string[] = []
      for (const [actionName, { act, carriesContent }] of Object.entries(actions)) {
        const path = `${newReceiver.url}/${canReadClaims ? 'reads' : 'does-not'}`
        const scene = { ...(await prepare(people, owned, receiver.url, templateId)), newUrl: path }
        const isBodyShown = await readBodyShown(manager, scene)
        if (isBodyShown !== canReadClaims)
          violations.push(`${ownerName}, ${callerName}: a recorded body is ${isBodyShown ? '' : 'not '}shown`)
        const result = await act(manager, scene)
        requestCount++
        if (carriesContent && !canReadClaims && result.status !== 403)
          violations.push(`${ownerName}, ${callerName}: ${actionName} returns ${result.status}`)
        cells.push(`${actionName}=${statusText(result)}`)
        if (actionName !== 'url')
          await p.sql(`update webhook_endpoint set status = 'deleted' where id = $1`, [scene.id])
      }
      lines.push(`${ownerName} | ${callerName} | ${cells.join(' · ')}\n`)
    }
  await p.sql('delete from webhook_queue')
  const before = newReceiver.received.length
  await webhooksOf(p).emit()
  await p.system.delivery.drain()
  const deliveries = newReceiver.received.slice(before)
  if (deliveries.length === 0) violations.push('no one who moved a webhook gets a claim')
  for (const { path } of deliveries)
    if (path.endsWith('does-not')) violations.push('a caller who may not read claims got one')
  return { text: lines.join(''), violations, requestCount }
}

/** The actions that each caller may perform on each owner's webhook. Regenerate with `npm run snapshots`. */
export const webhookAccess: Snapshot = {
  file: 'test/webhook-access.txt',
  make: async () => (await observeWebhooks()).text,
}
