import { once } from 'node:events'
import { createServer } from 'node:net'

/** The first port that systems assign automatically (Linux: ip_local_port_range). */
const dealtOutFrom = 32_768
const lowestPort = 20_000

/**
 * An unused port of 127.0.0.1. It is below the automatically assigned ports, so no other program gets it by chance
 * before it is used.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = lowestPort + Math.floor(Math.random() * (dealtOutFrom - lowestPort))
    const probe = createServer().listen(port, '127.0.0.1')
    const listens = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    if (!listens) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}
