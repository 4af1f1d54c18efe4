import { Type } from 'typebox'
import { Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { type Provisioning, section } from '#shared/provision.ts'
import { changeProvider, checkProvider, endProvider } from './change-provider.ts'
import { clientSecretBinding } from './client-authentication.ts'
import {
  normalizeDomains,
  ProviderInput,
  type ProviderSettings,
  pickSettings,
  StoredProvider,
} from './identity-provider.ts'
import { type IdentityProviderRow, lockIdentityProvider } from './queries.ts'

const Entry = Type.Object(
  { ...ProviderInput, clientSecret: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })) },
  { additionalProperties: false },
)

type Settings = ProviderSettings & { readonly clientSecret?: string }

/** Renders settings in a fixed order, to compare the file with the stored settings. */
const serialize = (settings: ProviderSettings): string => JSON.stringify(pickSettings(settings))

/** Whether the file's settings are already in force, so that the provider need not be called. */
const isInForce = (
  { sealer, organizationId }: Provisioning,
  row: IdentityProviderRow,
  { clientSecret, ...settings }: Settings,
) => {
  const storedSettings = readRecord(StoredProvider, row.record)
  const emailDomains = normalizeDomains(settings.emailDomains)
  if (
    serialize(storedSettings) !==
    serialize({ addressesVerified: false, ...settings, issuer: storedSettings.issuer, emailDomains })
  )
    return false
  if (URL.parse(storedSettings.issuer)?.href !== URL.parse(settings.issuer)?.href) return false
  if (clientSecret === undefined || row.client_secret === '') return true
  return sealer.open(row.client_secret, clientSecretBinding(organizationId, row.id)) === clientSecret
}

const applyEntry = async (ctx: Provisioning, entry: Settings | null, row: IdentityProviderRow | undefined) => {
  if (entry === null) {
    if (!row) return 'unchanged'
    await endProvider(ctx, row)
    return 'updated'
  }
  if (row && isInForce(ctx, row, entry)) return 'unchanged'
  await changeProvider(ctx, await checkProvider(ctx, entry), { chosenBy: [] })
  return row ? 'updated' : 'created'
}

/**
 * The section `identityProvider` of the provisioning file, for which the operator acts as the second person. `null`
 * ends single sign-on. Reads the provider's metadata only if a setting differs.
 */
export const providerSection = section({
  name: 'identityProvider',
  entry: Type.Union([Entry, Type.Null()]),
  async prepare(_services, entry, position) {
    return async ctx => {
      const [row] = await ctx.tx.query(lockIdentityProvider, {})
      return applyEntry(ctx, entry, row).catch((error: unknown) => {
        throw error instanceof Refusal ? position.mistake('issuer', `is refused: ${error.message}`) : error
      })
    }
  },
})
