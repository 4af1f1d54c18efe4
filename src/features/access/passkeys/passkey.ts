import { type Static, Type } from 'typebox'
import type { Change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { Id, Line, Nullable, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { findOwnLogin } from '#src/features/access/logins/own-login.ts'
import { findLogin } from '#src/features/access/logins/queries.ts'
import type { Person } from '#src/features/access/person.ts'
import type { PasskeyRow } from './queries.ts'
import { factorOf } from './stand-in.ts'

export const PasskeyName = Line(100)

/** A passkey made for another host than the present one is not offered; one that was copied is locked. */
const PasskeyState = Type.Enum(['usable', 'another_host', 'cloned'])

export const Passkey = Type.Object(
  {
    id: Id('psk'),
    name: PasskeyName,
    createdAt: Timestamp,
    lastUsedAt: Nullable(Timestamp),
    host: Type.String({ description: 'The host that it was made for.' }),
    state: PasskeyState,
  },
  { title: 'Passkey' },
)

export const renderPasskey = (row: PasskeyRow, rpId: string): Static<typeof Passkey> => ({
  id: row.id,
  name: row.name,
  createdAt: iso(row.created_at.getTime()),
  lastUsedAt: row.last_used_at && iso(row.last_used_at.getTime()),
  host: row.rp_id,
  state: row.locked_at ? 'cloned' : row.rp_id === rpId ? 'usable' : 'another_host',
})

/** The factor that a login requires besides its password, without a lock. */
export const factorOfLogin = async (ctx: Pick<Change, 'tx'>, loginId: string): Promise<Person['secondFactor']> => {
  const [login] = await ctx.tx.query(findLogin, { loginId })
  return login ? factorOf(login) : 'none'
}

/**
 * The login of a session that was opened with its password or a passkey. Throws a 422 for others: a person who controls
 * the identity provider of a workspace, or made a link, must not get into the other workspaces of a login.
 */
export const requireOwnLogin = async (call: Parameters<typeof findOwnLogin>[0]) => {
  const login = await findOwnLogin(call)
  if (login.isProved) return login
  throw new Refusal(
    'unprocessable',
    sentence`passkey.password_required: Passkeys belong to an account with a password; sign in with your password first.`,
  )
}
