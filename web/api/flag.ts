/** A boolean that pages observe: `subscribe` and `get` fit `useSyncExternalStore`. */
export const createFlag = () => {
  let holds = false
  const listeners = new Set<() => void>()
  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    get: (): boolean => holds,
    set(now: boolean): void {
      if (now === holds) return
      holds = now
      for (const listener of listeners) listener()
    },
  }
}
