import type { ServerProcess } from './server-process.ts'

/** Gives the writers the address of the running server; they wait here while none runs. */
export interface Gate {
  current(): Promise<ServerProcess>
  open(server: ServerProcess): void
  close(): void
}

export const createGate = (): Gate => {
  let opening = Promise.withResolvers<ServerProcess>()
  let isOpen = false
  return {
    current: () => opening.promise,
    open(server) {
      opening.resolve(server)
      isOpen = true
    },
    close() {
      if (isOpen) opening = Promise.withResolvers()
      isOpen = false
    },
  }
}
