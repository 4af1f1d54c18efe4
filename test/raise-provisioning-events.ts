import assert from 'node:assert/strict'
import { newSender, patch } from './scim.ts'
import type { Probata } from './system.ts'

interface RaiseContext {
  p(): Probata
}

/** The steps that raise each security event about provisioning by identity providers. */
export const raiseProvisioningEvents = ({ p }: RaiseContext) => ({
  provisioningTokenChanged: () => newSender(p()),
  async deactivationRefused() {
    const { ok, send } = await newSender(p())
    const { Resources } = await ok('GET', '/Users')
    const end = patch({ op: 'replace', path: 'active', value: false })
    const [lastAdmin] = Resources.filter(({ userName }: { userName: string }) => userName === 'admin@acme.example')
    const otherAdministrators = await p().sql(
      `select p.id from person p join organization o on o.id = p.organization_id
        where o.slug = 'acme' and p.role = 'admin' and p.id <> $1`,
      [lastAdmin.id],
    )
    for (const { id } of otherAdministrators) await ok('PATCH', `/Users/${id}`, end)
    assert.equal((await send('PATCH', `/Users/${lastAdmin.id}`, end)).status, 403)
    for (const { id } of otherAdministrators)
      await ok('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: true }))
  },
})
