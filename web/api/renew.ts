import { createDialogSlot } from './dialog-slot.ts'
import { isUnsaved } from './unsaved.ts'

/** The dialog for signing in again. */
export const signInDialog = createDialogSlot<() => Promise<boolean>>()

let pendingRenewal: Promise<boolean> | undefined

const askIfUnsaved = async (): Promise<boolean> => {
  const ask = isUnsaved() ? await signInDialog.find() : undefined
  return (await ask?.()) === true
}

/**
 * Asks the person to sign in again after a session has ended, without leaving the page. Resolves to whether they did,
 * so that calls can be repeated. Asks only if leaving the page would lose input, and once for all waiting calls.
 */
export const renewSession = (): Promise<boolean> => {
  pendingRenewal ??= askIfUnsaved().finally(() => {
    pendingRenewal = undefined
  })
  return pendingRenewal
}
