import assert from 'node:assert/strict'
import { accessApprovals } from '#http/approval-subject.ts'
import type { Probata } from '#test/system.ts'
import type { Caller } from './caller.ts'

/** Creates changes that need a second administrator or the operator. */
export interface SecondPersonFactory {
  /** Closes the open requests to change access, because only one can be open at a time. */
  endRequests(): Promise<void>
  /** Sets the identity provider and verifies its domain. */
  provider(): Promise<void>
  /** Records that the operator resets a second factor, as open or as done. */
  factorReset(person: string, status: 'open' | 'done'): Promise<void>
}

interface Dependencies {
  readonly id: string
  readonly people: ReadonlyMap<string, string>
  readonly settings: () => Readonly<Record<string, unknown>>
  readonly session: (person: string) => Promise<string>
  readonly ask: (
    method: string,
    path: string,
    caller: Caller,
    body?: Readonly<Record<string, unknown>>,
  ) => Promise<{
    readonly request: { readonly id: string }
  }>
}

export const secondAdministratorsOf = (
  p: Probata,
  { id, people, settings, session, ask }: Dependencies,
): SecondPersonFactory => {
  const endRequests = async () => {
    await p.sql(
      `update approval_request set status = 'withdrawn'
        where organization_id = $1 and status = 'open'
          and kind = any ($2)`,
      [id, accessApprovals],
    )
  }
  return {
    endRequests,
    async provider() {
      await endRequests()
      const [first, second] = [{ cookie: await session('admin') }, { cookie: await session('second') }]
      const { request } = await ask('POST', '/api/workspace/identity-provider', first, settings())
      await ask('POST', `/api/workspace/approval-requests/${request.id}/confirm`, second)
      await p.sql('update sign_on_domain set named = true where organization_id = $1', [id])
      await p.sql('update sign_on_key set signs_from = created_at where organization_id = $1', [id])
    },
    async factorReset(person, status) {
      const personId = people.get(person)
      assert.ok(personId)
      await p.sql(`update factor_reset set status = 'done' where organization_id = $1 and status = 'open'`, [id])
      await p.sql(
        `insert into factor_reset (organization_id, id, person_id, status, record)
         select $1::text, i, $2::text, $3::text, json_build_object('id', i, 'personId', $2::text, 'status', $3::text, 'reason', 'lost',
           'dueAt', '2026-01-02T00:00:00.000Z', 'endedAt', null, 'createdAt', '2026-01-01T00:00:00.000Z',
           'updatedAt', '2026-01-01T00:00:00.000Z') from (select new_identifier('fre', now()) as i) x`,
        [id, personId, status],
      )
    },
  }
}
