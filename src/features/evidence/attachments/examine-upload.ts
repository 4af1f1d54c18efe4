import type { CommittingCall } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { minute } from '#lib/clock.ts'
import { type Examination, ScannerUnavailable } from '#lib/malware-scanner.ts'
import { sentence } from '#lib/sentence.ts'
import { recordOnce, recordSecurityEvent } from '#shared/security-event.ts'

/** The minimum time between two events, regardless of how many uploads find the scanner unavailable. */
const eventInterval = 10 * minute

const rejections = {
  infected: {
    type: 'malwareFound',
    refusal: (name: string) =>
      sentence`upload.malware: The malware scanner found ${{ name }} in the file; nothing was stored.`,
  },
  unexamined: {
    type: 'malwareNotExamined',
    refusal: (name: string) =>
      sentence`upload.not_examined: The malware scanner cannot examine the whole file (${{ name }}); nothing was stored. Send the file in a form that it can examine.`,
  },
} as const

const reportUnavailable = async (call: CommittingCall, error: unknown): Promise<void> => {
  if (!(error instanceof ScannerUnavailable)) return
  call.metrics.malwareVerdicts.inc({ verdict: 'none' })
  const { requestId, log } = call
  log.warn({ event: 'malware_scanner_unavailable', requestId, error })
  try {
    await recordOnce(call, 'install', { type: 'malwareScannerUnavailable', context: { requestId } }, eventInterval)
  } catch (cause) {
    log.error({ event: 'security_event_not_recorded', requestId, error: cause })
  }
}

/**
 * Waits for the verdict on a file that has arrived. If the file is not clean, records a security event with the
 * scanner's name for the finding and throws a 422. Throws ScannerUnavailable if there is no verdict.
 */
export const requireClean = async (call: CommittingCall, examination: Examination): Promise<void> => {
  const verdict = await examination.verdict().catch(async (error: unknown) => {
    await reportUnavailable(call, error)
    throw error
  })
  call.metrics.malwareVerdicts.inc({ verdict: verdict.kind })
  if (verdict.kind === 'clean') return
  const { type, refusal } = rejections[verdict.kind]
  const { actor, requestId } = call
  const context = { requestId, code: verdict.name, ...(actor.kind === 'person' && { personId: actor.id }) }
  await recordSecurityEvent(call, call.organizationId, { type, context })
  throw new Refusal('unprocessable', refusal(verdict.name))
}
