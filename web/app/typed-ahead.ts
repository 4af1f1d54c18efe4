let typed = ''

const onKeyDown = (event: KeyboardEvent): void => {
  const { key, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey) return
  if (key === 'Escape') takeTypedAhead()
  if (key === 'Backspace') typed = typed.slice(0, -1)
  if (key.length !== 1) return
  typed += key
  // Otherwise the key would also act on the field or button that still has the focus.
  event.preventDefault()
  event.stopPropagation()
}

/** Keeps the keys that a person types from now on, until a field that is still loading takes them. */
export const keepTypedAhead = (): void => {
  takeTypedAhead()
  addEventListener('keydown', onKeyDown, true)
}

/** Returns the keys typed since `keepTypedAhead`, and keeps no more. */
export const takeTypedAhead = (): string => {
  removeEventListener('keydown', onKeyDown, true)
  const taken = typed
  typed = ''
  return taken
}
