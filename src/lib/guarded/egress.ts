import { trustedAuthorities } from '#lib/authorities.ts'
import { createFailureReport, type FailureLine } from '#lib/failure-report.ts'
import type { Egress } from './guard.ts'
import type { ProxySettings } from './proxy.ts'

interface Settings extends ProxySettings {
  /** PEM certificates of private authorities. */
  readonly authorities?: readonly string[] | undefined
}

/** How connections leave this install; a failing proxy is logged when it begins to fail and when it works again. */
export const createEgress = (settings: Settings, log: { warn(line: FailureLine): void }): Egress => {
  const report = createFailureReport({ fails: 'proxy_failed', works: 'proxy_back' }, line => log.warn(line))
  return {
    proxies: settings,
    ca: trustedAuthorities(settings),
    proxied: error => (error === undefined ? report.worked() : report.failed(error)),
  }
}
