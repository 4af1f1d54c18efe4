import { isAbsolute } from 'node:path'
import { isOwnMachine } from './own-machine.ts'
import { type Parse, ValueError } from './variable-values.ts'

/** The address of a clamd: a Unix socket, or a port on this machine. */
export type ScannerAddress = { readonly path: string } | { readonly host: string; readonly port: number }

const defaultPort = 3310

/**
 * Parses `clamd:/run/clamav/clamd.ctl` or `clamd://127.0.0.1:3310`. Requires an address on
 * this machine, because the protocol has neither encryption nor a login.
 */
export const scannerAddress: Parse<ScannerAddress> = text => {
  const url = URL.parse(text)
  if (url?.protocol !== 'clamd:') throw new ValueError('must begin with clamd:/ or clamd://')
  if (url.search || url.hash || url.username || url.password) throw new ValueError('must be a path, or host and port')
  const path = decodeURIComponent(url.pathname)
  if (url.hostname === '') {
    if (isAbsolute(path) && !path.endsWith('/')) return { path }
    throw new ValueError('must name a socket by its absolute path')
  }
  if (path !== '' && path !== '/') throw new ValueError('must end after host and port')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!isOwnMachine(host))
    throw new ValueError(
      'must be on this machine, because clamd does not encrypt; use a tunnel to reach another machine',
    )
  return { host, port: url.port === '' ? defaultPort : Number(url.port) }
}
