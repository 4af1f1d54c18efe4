import { once } from 'node:events'
import { createServer } from 'node:net'

interface Address {
  readonly host: string
  readonly port: number
}

const faults: Readonly<Record<string, (address: Address) => string>> = {
  __proto__: null as never,
  EADDRINUSE: ({ host, port }) =>
    `Port ${port} of ${host} is taken, perhaps by a Probata that is still running: stop that program (Ctrl-C in its ` +
    `terminal), or choose another port, such as PORT=${port === 8081 ? 8082 : 8081}`,
  EACCES: ({ port }) => `Port ${port} is not allowed for this user: choose a port from 1024 on, such as PORT=8080`,
  EADDRNOTAVAIL: ({ host }) =>
    `HOST=${host} is not an address of this machine; HOST=0.0.0.0 listens on all its addresses`,
  ENOTFOUND: ({ host }) =>
    `HOST=${host} is a name without an address; HOST=127.0.0.1 accepts only connections from this machine`,
}

/** Explains the problem with an address to listen on; undefined for other errors. */
const listenFault = (error: unknown, address: Address): string | undefined =>
  error instanceof Error && 'code' in error ? faults[String(error.code)]?.(address) : undefined

/** Throws an error that explains why the port cannot be used. Called early, because starting takes seconds. */
export const requireFreePort = async ({ host, port }: Address): Promise<void> => {
  const probe = createServer()
  try {
    probe.listen(port, host)
    await once(probe, 'listening')
  } catch (error) {
    throw new Error(listenFault(error, { host, port }) ?? String(error), { cause: error })
  }
  probe.close()
  await once(probe, 'close')
}
