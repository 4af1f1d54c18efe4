import { isUnsaved } from './unsaved.ts'

type Ask = () => Promise<boolean>

let ask: Ask | undefined
let asked: Promise<boolean> | undefined

/** Who asks, while there is a page that can; answers how to stop. */
export const renewBy = (asking: Ask): (() => void) => {
  ask = asking
  return () => {
    ask = undefined
  }
}

/**
 * The session has ended: whether somebody signed in again over the page, so that calls can be made again. Asked only where
 * leaving the page would lose something, and once for all calls that wait.
 */
export const wasRenewed = (): Promise<boolean> => {
  asked ??= (isUnsaved() && ask ? ask() : Promise.resolve(false)).finally(() => {
    asked = undefined
  })
  return asked
}
