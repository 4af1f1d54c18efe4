import type { CommittingCall } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { minute } from '#lib/clock.ts'
import { type Examination, ScannerUnavailable } from '#lib/malware-scanner.ts'
import { sentence } from '#lib/sentence.ts'
import { recordOnce, recordSecurityEvent } from '#shared/security-event.ts'

/** At most one event in this time, however many uploads meet a scanner that is not available. */
const damped = 10 * minute

const rejections = {
  infected: {
    type: 'malwareFound',
    says: (name: string) =>
      sentence`upload.malware: The malware scanner found ${{ name }} in the file; nothing was stored.`,
  },
  unexamined: {
    type: 'malwareNotExamined',
    says: (name: string) =>
      sentence`upload.not_examined: The malware scanner cannot examine the whole file (${{ name }}); nothing was stored. Send the file in a form that it can examine.`,
  },
} as const

const reportAway = async (call: CommittingCall, error: unknown): Promise<void> => {
  if (!(error instanceof ScannerUnavailable)) return
  call.metrics.malwareVerdicts.inc({ verdict: 'none' })
  const { requestId, log } = call
  log.warn({ event: 'malware_scanner_unavailable', requestId, error })
  try {
    await recordOnce(call, 'install', { type: 'malwareScannerUnavailable', context: { requestId } }, damped)
  } catch (cause) {
    log.error({ event: 'security_event_not_recorded', requestId, error: cause })
  }
}

/**
 * Waits for the verdict on a file that has arrived, and passes only a clean one. Throws a 422 and records a security
 * event that names the malware; throws ScannerUnavailable without a verdict.
 */
export const requireClean = async (call: CommittingCall, examination: Examination): Promise<void> => {
  const verdict = await examination.verdict().catch(async (error: unknown) => {
    await reportAway(call, error)
    throw error
  })
  call.metrics.malwareVerdicts.inc({ verdict: verdict.kind })
  if (verdict.kind === 'clean') return
  const { type, says } = rejections[verdict.kind]
  const { actor, requestId } = call
  const context = { requestId, code: verdict.name, ...(actor.kind === 'person' && { personId: actor.id }) }
  await recordSecurityEvent(call, call.organizationId, { type, context })
  throw new Refusal('unprocessable', says(verdict.name))
}
