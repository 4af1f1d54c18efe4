import { isIPv6 } from 'node:net'

const loopbackOf: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** The base address for links: PROBATA_URL, or HOST with the actual port (PORT may be 0). */
export function publicUrl(
  { url, host }: { readonly url: string | undefined; readonly host: string },
  port: number,
): string {
  const name = loopbackOf[host] ?? host
  return url ?? `http://${isIPv6(name) ? `[${name}]` : name}:${port}`
}
