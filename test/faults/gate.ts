import type { ServerProcess } from './server-process.ts'

/** Gives writers the URL of the running server. Writers wait here while no server runs. */
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
