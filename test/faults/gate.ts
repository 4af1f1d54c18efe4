import type { ServerProcess } from './server-process.ts'

/** Where the writers find the server that serves now; they wait here while there is none. */
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
