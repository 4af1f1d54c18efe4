/** A dialog of the shell that calls to the server can open. The shell mounts it when the first call needs it. */
export const createDialogSlot = <Ask>() => {
  let current: Ask | undefined
  let mount: (() => void) | undefined
  const waiting = new Set<(ask: Ask) => void>()
  return {
    /** Registers the function that mounts the dialog. Returns a function that unregisters it. */
    offer(mountDialog: () => void): () => void {
      mount = mountDialog
      return () => {
        mount = undefined
      }
    },
    /** Registers the mounted dialog. Returns a function that unregisters it. */
    register(ask: Ask): () => void {
      current = ask
      for (const resolve of waiting) resolve(ask)
      waiting.clear()
      return () => {
        current = undefined
      }
    },
    /** The dialog, or undefined on pages outside the shell. */
    find(): Promise<Ask | undefined> {
      if (current || !mount) return Promise.resolve(current)
      mount()
      return new Promise(resolve => waiting.add(resolve))
    },
  }
}
