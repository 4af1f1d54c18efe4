import { isUnsaved } from './unsaved.ts'

type Ask = () => Promise<boolean>

let ask: Ask | undefined
let asked: Promise<boolean> | undefined

/** Registers the dialog that asks; returns how to unregister it. */
export const renewBy = (asking: Ask): (() => void) => {
  ask = asking
  return () => {
    ask = undefined
  }
}

/**
 * The session has ended: resolves to whether the person signed in again over the page, so that calls can be repeated.
 * Asked only where leaving the page would lose something, and once for all waiting calls.
 */
export const wasRenewed = (): Promise<boolean> => {
  asked ??= (isUnsaved() && ask ? ask() : Promise.resolve(false)).finally(() => {
    asked = undefined
  })
  return asked
}
