import assert from 'node:assert/strict'
import { hour } from '#lib/clock.ts'
import { stopWhereBehind } from '#src/features/ledger/stop-if-behind.ts'
import type { Probata } from '#test/system.ts'

interface Scene {
  readonly p: () => Probata
  /** Calls as an administrator, with a path below /api/workspace. */
  ask(method: string, path: string, body?: object): Promise<unknown>
  run(job: string): Promise<unknown>
  readonly organization: () => string
  readonly forbiddenText: string
}

/** The steps that raise each security event of the ledger. */
export const raiseLedgerEvents = ({ p, ask, run, organization, forbiddenText }: Scene) => ({
  async auditWordsErased() {
    await run('seal-ledger')
    const [row] = await p().sql(
      `select id from audit_event where organization_id = $1 and action = 'person.create' order by id desc limit 1`,
      [organization()],
    )
    await ask('POST', `/audit/${row?.id}/erase`, { fields: ['reason'] })
  },
  async ledgerRowAltered() {
    await p().sql('alter table audit_event disable trigger user')
    await p().sql(`update audit_event set actor_id = $1 where organization_id = $2 and action = 'person.create'`, [
      forbiddenText,
      organization(),
    ])
    await ask('POST', '/audit/verify')
    await run('verify-ledger')
  },
  async ledgerRestored() {
    await p().sql('update ledger_cursor set system_identifier = 1')
    await run('seal-ledger')
  },
  async ledgerNotPublished() {
    await p().sql(
      `insert into ledger_place_trouble (organization_id, place, since, attempts, code)
       values ($1, 'folder', $2, 24, 'unreachable')`,
      [organization(), new Date(p().clock.now() - 3 * hour)],
    )
    await run('publish-checkpoints')
  },
  async ledgerKeyUnreadable() {
    const { bundles } = p().system.services
    await bundles.sign(organization(), 'a note\n')
    await p().sql('alter table ledger_key disable trigger user')
    await p().sql('update ledger_key set sealed = reverse(sealed)')
    await assert.rejects(bundles.sign(organization(), 'a note\n'))
  },
  /** Simulates an external place whose checkpoint has more rows than this database ever had. */
  async ledgerBehindCheckpoint() {
    const { services } = p().system
    const newestOutside = async (id: string) =>
      id === organization() ? { size: 1_000_000, root: Buffer.alloc(32) } : undefined
    await stopWhereBehind({ ...services, checkpoints: { ...services.checkpoints, newestOutside } })
  },
})
