import { once } from 'node:events'
import { createServer } from 'node:net'

/** The first port that operating systems assign automatically (`ip_local_port_range` of Linux). */
const firstEphemeralPort = 32_768
const lowestPort = 20_000

/**
 * Returns an unused port of 127.0.0.1. It is below the ephemeral ports, so the system does not assign it to another
 * program before the caller uses it.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = lowestPort + Math.floor(Math.random() * (firstEphemeralPort - lowestPort))
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
