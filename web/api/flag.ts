/** A boolean that pages can observe: pass `subscribe` and `get` to `useSyncExternalStore`. */
export const createFlag = () => {
  let value = false
  const listeners = new Set<() => void>()
  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    get: (): boolean => value,
    set(newValue: boolean): void {
      if (newValue === value) return
      value = newValue
      for (const listener of listeners) listener()
    },
  }
}
