import assert from 'node:assert/strict'
import type { Role } from '#http/access.ts'
import { patch, type Sender, senderOf } from '#test/scim.ts'
import type { Probata } from '#test/system.ts'
import { type RecordFactory, reason } from './maker.ts'

interface MappedPeople {
  /** Returns the id of a provisioned person who gets their access from one of the mapped groups. */
  person(role: Role): Promise<string>
  deactivate(personId: string): Promise<void>
  /** Restores the rules for these groups, in case another request has replaced them. */
  restoreRules(): Promise<void>
}

interface MappingOptions {
  /** The units of the people who are not administrators. */
  readonly unitIds?: readonly string[]
  /** The token with which the people are provisioned. By default, a token that no person has seen. */
  readonly token?: string
}

/**
 * Creates people whose role and units follow from their groups at an identity provider. Administrators have access to
 * every unit.
 */
export const createMappedPeople = (
  p: Probata,
  organization: RecordFactory,
  { unitIds, token }: MappingOptions = {},
): MappedPeople => {
  const sender = async (): Promise<Sender> =>
    senderOf(p, organization.id.slice(4), token ?? (await organization.provisioningToken()))
  const groups = new Map<Role, { readonly id: string; readonly name: string }>()
  const restoreRules = async () => {
    const rules = [...groups].map(([role, { name: group }]) => ({
      ...{ source: 'scim', group, role },
      ...(role !== 'admin' && unitIds && { unitIds }),
    }))
    await organization.endRequests()
    const [first, second] = [await organization.session('admin'), await organization.session('second')]
    const request = await p.call('POST', '/api/workspace/group-rules', { cookie: first, body: { rules, reason } })
    assert.equal(request.status, 202, request.text)
    const confirm = `/api/workspace/approval-requests/${request.body.request.id}/confirm`
    const confirmation = await p.call('POST', confirm, { cookie: second, body: { reason } })
    assert.equal(confirmation.status, 200, confirmation.text)
  }
  const groupOf = async (role: Role): Promise<string> => {
    const group = groups.get(role)
    if (group) return group.id
    const name = organization.scimName()
    const { id } = await (await sender()).ok('POST', '/Groups', { displayName: name, externalId: name })
    groups.set(role, { id, name })
    await restoreRules()
    return id
  }
  return {
    async person(role) {
      const groupId = await groupOf(role)
      const provider = await sender()
      const id = await provider.user(organization.scimName())
      await provider.ok('PATCH', `/Groups/${groupId}`, patch({ op: 'add', path: 'members', value: [{ value: id }] }))
      const [row] = await p.sql('select role, disabled from person where id = $1', [id])
      assert.deepEqual(row, { role, disabled: false })
      return id
    },
    async deactivate(personId) {
      await (await sender()).ok('PATCH', `/Users/${personId}`, patch({ op: 'replace', path: 'active', value: false }))
    },
    restoreRules,
  }
}
