import { findInstallation, installationOf } from '#db/installation.ts'
import type { Check } from '#shared/check.ts'

const protectionTexts = {
  local: 'stays on this machine',
  verified: 'uses TLS, and its certificate is checked',
  unverified: 'uses TLS without a certificate check, as allowed by PROBATA_PLAINTEXT_ALLOW',
  plain: 'may be unencrypted, as allowed by PROBATA_PLAINTEXT_ALLOW',
} as const

/** Checks whether connections that leave this machine are protected. */
export const connectionsCheck: Check = {
  name: 'connections',
  async *run({ db, outside: { outgoing, guarded, release } }) {
    const { warnedBy } = installationOf(await db.readInstall(findInstallation, {}))
    const consequence =
      warnedBy === release ? 'The next release refuses to start with it' : 'A start is refused with it'
    for (const { variable, host, protection, problem, refusable } of outgoing) {
      const says = problem === undefined ? `${host} ${protectionTexts[protection]}` : problem
      yield { subject: variable, isOk: problem === undefined, message: refusable ? `${says}. ${consequence}` : says }
    }
    for (const { to, variable, networks } of guarded)
      if (networks.length > 0)
        yield { subject: to, isOk: true, message: `by https, or plain http to ${networks.join(', ')} (${variable})` }
  },
}
