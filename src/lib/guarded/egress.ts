import { trustedAuthorities } from '#lib/authorities.ts'
import { createFailureReport, type FailureLine } from '#lib/failure-report.ts'
import type { Egress } from './guard.ts'
import type { ProxySettings } from './proxy.ts'

interface EgressSettings extends ProxySettings {
  /** PEM certificates of private authorities. */
  readonly authorities?: readonly string[] | undefined
}

/** Creates the settings of outbound connections. Logs when a proxy begins to fail and when it works again. */
export const createEgress = (settings: EgressSettings, log: { warn(line: FailureLine): void }): Egress => {
  const report = createFailureReport({ fails: 'proxy_failed', works: 'proxy_back' }, line => log.warn(line))
  return {
    proxies: settings,
    ca: trustedAuthorities(settings),
    onProxyOutcome: error => (error === undefined ? report.worked() : report.failed(error)),
  }
}
