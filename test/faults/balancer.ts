import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { spawnChild } from '#db/embedded/child.ts'

export interface BackendServer {
  readonly port: number
  /** The port at which the balancer checks the server's health. Omitted if it is the server's own port. */
  readonly checkPort?: number
}

interface ListenSection {
  readonly name: string
  readonly mode: 'tcp' | 'http'
  readonly port: number
  readonly check: string
  readonly servers: readonly BackendServer[]
}

// The nodes (http) still respond to requests while they drain, so their sessions stay open. A dead primary (tcp)
// responds to nothing.
const onDown = { tcp: 'on-marked-down shutdown-sessions', http: '' } as const

const section = ({ name, mode, port, check, servers }: ListenSection): string => `
listen ${name}
  mode ${mode}
  bind 127.0.0.1:${port}
  option httpchk GET ${check}
  http-check expect status 200
  default-server inter 100ms fall 1 rise 1 ${onDown[mode]}
${servers.map((server, i) => `  server s${i} 127.0.0.1:${server.port} check${server.checkPort ? ` port ${server.checkPort}` : ''}`).join('\n')}
`

const global = `
global
  maxconn 2000
defaults
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 2s
  retries 3
  option redispatch
`

/** Starts Debian's HAProxy in front of servers. Disposing of the result stops it. */
export const startBalancer = async (folder: string, fronts: readonly ListenSection[]): Promise<AsyncDisposable> => {
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, [global, ...fronts.map(section)].join(''))
  const command = { file: 'haproxy', args: ['-db', '-f', file], ids: {}, tethered: false }
  const child = await spawnChild(command, () => undefined)
  const earlyExit = await Promise.race([child.exited, delay(500)])
  if (earlyExit) throw new Error(`haproxy exited: ${await child.tail()}`)
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await child.exited
    },
  }
}
