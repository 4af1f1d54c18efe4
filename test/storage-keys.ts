import assert from 'node:assert/strict'
import type { DataKeys } from '#lib/data-keys.ts'
import { KeyUnavailable } from '#lib/data-keys.ts'
import { clearCustodians } from './custodians.ts'
import { password } from './fixture.ts'
import { boot, type Probata } from './system.ts'
import { startVault, type Vault } from './vault.ts'
import { createWorkspaceClient, type WorkspaceClient } from './workspace-client.ts'

/**
 * Two workspaces with file keys, a second administrator of the first workspace, and a Vault that both workspaces may
 * use.
 */
export interface StorageKeys extends AsyncDisposable {
  readonly p: Probata
  readonly vault: Vault
  readonly acme: WorkspaceClient
  readonly globex: WorkspaceClient
  readonly acmeId: string
  readonly globexId: string
  readonly keys: DataKeys
  /** Returns settings of the Vault that the program accepts. */
  settings(): Readonly<Record<string, unknown>>
  useVault(client: WorkspaceClient, over?: object): Promise<Readonly<Record<string, unknown>>>
  useLocal(client: WorkspaceClient): Promise<void>
  /** Returns the events about an unavailable key of an organization. */
  // biome-ignore lint/suspicious/noExplicitAny: as Answer.body
  events(organizationId: string): Promise<any[]>
  /** Returns the audit rows of acme with this action, newest first. */
  // biome-ignore lint/suspicious/noExplicitAny: as Answer.body
  audit(action: string): Promise<any[]>
}

export const vaultToken = 'hvs.CANARY-of-the-token'
export const provider = '/storage-key-provider'

export const unavailable = (code: string) => (error: unknown) => error instanceof KeyUnavailable && error.code === code

export const bootStorageKeys = async (): Promise<StorageKeys> => {
  await using resources = new AsyncDisposableStack()
  const vault = resources.use(await startVault())
  vault.allow(vaultToken)
  vault.rotate('probata')
  const p = resources.use(await boot({ env: { PROBATA_STORAGE_ALLOW: '127.0.0.0/8' } }))
  const [acme, globex] = [createWorkspaceClient(p), createWorkspaceClient(p, 'globex')]
  const [acmeId = '', globexId = ''] = (await p.sql('select id from organization order by slug')).map(row =>
    String(row.id),
  )
  const secondAdministrator = { email: 'second@acme.example', name: 'Second', role: 'admin', password }
  assert.equal((await acme.ask('admin', 'POST', '/people', secondAdministrator)).status, 201)
  await clearCustodians(p)
  const settings = () => ({
    kind: 'vault-transit',
    address: vault.address,
    mount: 'transit',
    keyName: 'probata',
    token: vaultToken,
  })
  const setProvider = async (client: WorkspaceClient, body: object) => {
    const response = await client.ask('admin', 'POST', provider, { ...body })
    assert.equal(response.status, 200, response.text)
    return response.body.storageKeyProvider
  }
  const owned = resources.move()
  return {
    p,
    vault,
    acme,
    globex,
    acmeId,
    globexId,
    keys: p.system.services.dataKeys,
    settings,
    useVault: (client, over) => setProvider(client, { ...settings(), ...over }),
    useLocal: client => setProvider(client, { kind: 'local' }),
    async events(organizationId) {
      const rows = await p.sql(
        `select record from security_event where organization_id = $1 and type = 'storageOperationsKeyUnavailable'
          order by id`,
        [organizationId],
      )
      return rows.map(({ record }) => JSON.parse(String(record)))
    },
    audit: async action => (await acme.get('auditor', `/audit?action=${action}`)).auditEvents,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
