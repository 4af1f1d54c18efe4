import type { Statement } from '#db/statement.ts'
import type { Services } from '#http/call.ts'
import { verifyGeneratedSecret } from '#lib/generated-secret.ts'
import { randomToken } from '#lib/ids.ts'
import { hashPassword, verifyPassword } from '#lib/password.ts'
import { type EntryPosition, type Provisioning, Stale } from '#shared/provision.ts'
import { findClient } from './logins/queries.ts'
import { passwordFault } from './new-password.ts'

/** The row of a name, and the hash of its password or secret. */
export interface StoredLogin {
  /** Null if the name has no password or secret. */
  readonly hash: string | null
  readonly record: string
}

/** An entry of the file that signs in under a name, with or without a secret. */
interface Entry {
  readonly name: string
  readonly nameField: string
  readonly secret: string | undefined
  readonly secretField: string
  /** Hashes a generated secret, which needs no stretching. */
  readonly hashGenerated?: (secret: string) => string
  /** Locks the row. */
  readonly lock: Statement<StoredLogin, { readonly id: string }>
}

interface ProvisionedLogin {
  /** The hash to store; undefined to keep the stored one. */
  readonly hash: string | undefined
  /**
   * Finds the row of the name. Throws if another organization has the name, or if the row changed since it was read.
   */
  find(ctx: Provisioning): Promise<StoredLogin | undefined>
  /** Reveals the secret that was generated because the file has none. */
  reveal(ctx: Provisioning): void
}

const hash = (secret: string, field: string, position: EntryPosition): Promise<string> =>
  hashPassword(secret).catch((error: unknown) => {
    const fault = passwordFault(error)
    throw fault ? position.mistake(field, fault.text) : error
  })

const storedHash = async ({ db }: Services, { name, lock }: Entry): Promise<string | null | undefined> => {
  const [login] = await db.readInstall(findClient, { clientId: name })
  if (!login) return undefined
  const [row] = await db.read(login.organization_id, lock, { id: login.subject_id })
  return row?.hash
}

const isStored = async (secret: string, currentHash: string): Promise<boolean> =>
  verifyGeneratedSecret(secret, currentHash) ?? verifyPassword(secret, currentHash, 'chosen')

/** Hashes the secret before the transaction, unless it is the stored one. */
export const prepareLogin = async (
  services: Services,
  position: EntryPosition,
  entry: Entry,
): Promise<ProvisionedLogin> => {
  const { name, nameField, secret, secretField } = entry
  const currentHash = await storedHash(services, entry)
  const generated = secret === undefined && currentHash === undefined ? randomToken() : undefined
  const next = secret ?? generated
  const isUnchanged = next === undefined || (typeof currentHash === 'string' && (await isStored(next, currentHash)))
  const generatedHash = generated === undefined ? undefined : entry.hashGenerated?.(generated)
  return {
    hash: isUnchanged ? undefined : (generatedHash ?? (await hash(next, secretField, position))),
    async find({ tx, organizationId }) {
      const [login] = await tx.query(findClient, { clientId: name })
      if (login && login.organization_id !== organizationId)
        throw position.mistake(nameField, 'belongs to another organization')
      const [row] = login ? await tx.query(entry.lock, { id: login.subject_id }) : []
      if (row?.hash !== currentHash) throw new Stale()
      return row
    },
    reveal({ reveal }) {
      if (generated !== undefined) reveal(secretField, name, generated)
    },
  }
}
