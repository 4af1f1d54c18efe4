import { trustedAuthorities } from '#lib/authorities.ts'
import { createFailureReport } from '#lib/failure-report.ts'
import type { Egress } from '#lib/guarded/guard.ts'
import type { Log } from '#lib/log.ts'
import type { Config } from './config.ts'

/** How connections leave this install; a proxy that fails is logged when it begins and when it works again. */
export const createEgress = (config: Config, log: Log): Egress => {
  const report = createFailureReport({ fails: 'proxy_failed', works: 'proxy_back' }, line => log.warn(line))
  return {
    proxies: config,
    ca: trustedAuthorities(config),
    proxied: error => (error === undefined ? report.worked() : report.failed(error)),
  }
}
