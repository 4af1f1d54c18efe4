import type { Change } from '#http/call.ts'
import type { LoginRow } from '#src/features/access/logins/queries.ts'
import type { Person } from '#src/features/access/person.ts'
import { newTotp, newTotpBindingText, totpBinding } from '#src/features/access/totp.ts'

/**
 * Markers of a placeholder app. A login with passkeys but no authenticator app has placeholder values in the columns of
 * the app. Nodes of the previous version do not know passkeys: they see an app whose secret was never shown, and so
 * accept only recovery codes, instead of requiring no second factor. `pending`: the secret is that of an app that is
 * not confirmed yet.
 */
const placeholderMarkers = ['passkey', 'pending'] as const

type PlaceholderMarker = (typeof placeholderMarkers)[number]

/** Later than every time step, so that no code is newer. */
const afterAllSteps = 2 ** 31 - 1

// The binding text of a sealed secret has two words. Earlier versions ignore a third.
const placeholderOf = ({
  totp_sealed_for: bindingText,
}: Pick<LoginRow, 'totp_sealed_for'>): PlaceholderMarker | undefined => {
  const word = bindingText?.split(' ')[2]
  return placeholderMarkers.find(marker => marker === word)
}

/** When the authenticator app of a login was confirmed; null if the login has no app. */
export const appConfirmedAt = (login: Pick<LoginRow, 'totp_confirmed_at' | 'totp_sealed_for'>): Date | null =>
  placeholderOf(login) ? null : login.totp_confirmed_at

/** The factor that a login requires in addition to its password. */
export const factorOf = (login: Pick<LoginRow, 'totp_confirmed_at' | 'totp_sealed_for'>): Person['secondFactor'] => {
  if (login.totp_confirmed_at === null) return 'none'
  return placeholderOf(login) ? 'passkey' : 'totp'
}

/** Whether an app still needs its first code. */
export const isAppPending = (login: LoginRow): boolean =>
  login.totp_secret !== null && (login.totp_confirmed_at === null || placeholderOf(login) === 'pending')

/** The columns of a login that has passkeys and no app. */
export const passkeysOnly = ({ sealer, now }: Pick<Change, 'sealer' | 'now'>, loginId: string): Partial<LoginRow> => {
  const bindingText = `${newTotpBindingText(loginId)} passkey`
  return {
    totp_secret: sealer.seal(newTotp('').secret, totpBinding(bindingText)),
    totp_sealed_for: bindingText,
    totp_confirmed_at: new Date(now),
    last_step: afterAllSteps,
    wrong_codes: 0,
    wrong_at: null,
  }
}

/** The columns of a login with an unconfirmed app. Its passkeys remain its factor until the app is confirmed. */
export const pendingApp = (login: LoginRow, totp_secret: string): Partial<LoginRow> => {
  const bindingText = newTotpBindingText(login.id)
  const hasPasskeys = factorOf(login) === 'passkey'
  return {
    totp_secret,
    totp_sealed_for: hasPasskeys ? `${bindingText} pending` : bindingText,
    totp_confirmed_at: hasPasskeys ? login.totp_confirmed_at : null,
    last_step: hasPasskeys ? afterAllSteps : 0,
    wrong_codes: 0,
    wrong_at: null,
  }
}
