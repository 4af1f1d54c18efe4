import { readFile } from 'node:fs/promises'

/** Returns the key of a connection: its local and remote port. */
export const portsOf = (local: number | undefined, remote: number | undefined): string => `${local}:${remote}`

// proc_pid_net_tcp(5): local address, remote address, state, bytes that the other side has not acknowledged.
const unacknowledged = /^ *\d+: [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]+:([0-9A-F]{4}) \d\d ([0-9A-F]{8}):/gm

/**
 * Returns the number of sent but unacknowledged bytes that the kernel buffers for each connection, by `portsOf`. Adds
 * up connections to hosts with the same ports. The kernel can buffer up to 4 MB of a response, whose progress this
 * process cannot see otherwise. Empty without /proc, which only Linux has.
 */
export const readTcpQueues = async (): Promise<ReadonlyMap<string, number>> => {
  const queues = new Map<string, number>()
  for (const table of ['tcp', 'tcp6']) {
    const text = await readFile(`/proc/self/net/${table}`, 'latin1').catch(() => '')
    for (const [, local = '', remote = '', bytes = ''] of text.matchAll(unacknowledged)) {
      if (bytes === '00000000') continue
      const ports = portsOf(Number.parseInt(local, 16), Number.parseInt(remote, 16))
      queues.set(ports, (queues.get(ports) ?? 0) + Number.parseInt(bytes, 16))
    }
  }
  return queues
}
