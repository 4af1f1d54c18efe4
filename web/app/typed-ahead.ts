/** The longest wait for the field to load, in milliseconds. Then the keys go to the page again. */
const maxWaitMs = 10_000
const maxLength = 100

let typed = ''
let timer: ReturnType<typeof setTimeout> | undefined

const onKeyDown = (event: KeyboardEvent): void => {
  const { key, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey) return
  if (key === 'Escape') takeTypedAhead()
  if (key === 'Backspace') typed = typed.slice(0, -1)
  if (key.length !== 1) return
  typed = (typed + key).slice(0, maxLength)
  // Otherwise the key would also act on the field or button that still has the focus.
  event.preventDefault()
  event.stopPropagation()
}

/** Keeps the keys that a person types from now on, until a field that is still loading takes them. */
export const keepTypedAhead = (): void => {
  takeTypedAhead()
  addEventListener('keydown', onKeyDown, true)
  timer = setTimeout(takeTypedAhead, maxWaitMs)
}

/** Returns the keys typed since `keepTypedAhead`, and stops keeping them. */
export const takeTypedAhead = (): string => {
  clearTimeout(timer)
  removeEventListener('keydown', onKeyDown, true)
  const taken = typed
  typed = ''
  return taken
}
