import { type Static, Type } from 'typebox'
import type { Change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { Id, Line, Nullable, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { findOwnLogin } from '#src/features/access/logins/own-login.ts'
import { findLogin } from '#src/features/access/logins/queries.ts'
import type { Person } from '#src/features/access/person.ts'
import { factorOf } from './placeholder-app.ts'
import type { PasskeyRow } from './queries.ts'

export const PasskeyName = Line(100)

/** `another_host`: the passkey is bound to a different host and not offered. `cloned`: it was copied and is locked. */
const PasskeyState = Type.Enum(['usable', 'another_host', 'cloned'])

export const Passkey = Type.Object(
  {
    id: Id('psk'),
    name: PasskeyName,
    createdAt: Timestamp,
    lastUsedAt: Nullable(Timestamp),
    host: Type.String({ description: 'The host that the passkey is bound to.' }),
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

/** Reads, without a lock, the factor that a login requires in addition to its password. */
export const factorOfLogin = async (ctx: Pick<Change, 'tx'>, loginId: string): Promise<Person['secondFactor']> => {
  const [login] = await ctx.tx.query(findLogin, { loginId })
  return login ? factorOf(login) : 'none'
}

/**
 * Returns the login of a session that was opened with the login's password or a passkey. Throws 422 for other sessions:
 * a person who controls a workspace's identity provider, or created a link, must not get into the login's other
 * workspaces.
 */
export const requireOwnLogin = async (call: Parameters<typeof findOwnLogin>[0]) => {
  const login = await findOwnLogin(call)
  if (login.isProved) return login
  throw new Refusal(
    'unprocessable',
    sentence`passkey.password_required: Passkeys belong to an account with a password; sign in with your password first.`,
  )
}
