import { isUnsaved } from './unsaved.ts'

type Ask = () => Promise<boolean>

let ask: Ask | undefined
let pendingRenewal: Promise<boolean> | undefined

/** Registers the dialog for signing in again. Returns a function that unregisters it. */
export const registerSignInDialog = (dialog: Ask): (() => void) => {
  ask = dialog
  return () => {
    ask = undefined
  }
}

/**
 * After a session ends, resolves to whether the person signed in again over the page, so that calls can be repeated.
 * Asks only if leaving the page would lose input, and once for all waiting calls.
 */
export const renewSession = (): Promise<boolean> => {
  pendingRenewal ??= (isUnsaved() && ask ? ask() : Promise.resolve(false)).finally(() => {
    pendingRenewal = undefined
  })
  return pendingRenewal
}
