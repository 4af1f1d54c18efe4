import { scaled } from './scale.ts'
import { seedClaims } from './seed.ts'
import { type Server, startServer } from './server.ts'

/** What benchmarks share: the server with a million claims takes a minute to fill. */
export interface Lab extends AsyncDisposable {
  million(): Promise<Server>
}

export const openLab = (): Lab => {
  const resources = new AsyncDisposableStack()
  const fill = async (): Promise<Server> => {
    const server = resources.use(await startServer())
    await seedClaims(server, scaled(1_000_000, 10_000))
    return server
  }
  let filled: Promise<Server> | undefined
  return {
    million() {
      filled ??= fill()
      return filled
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
