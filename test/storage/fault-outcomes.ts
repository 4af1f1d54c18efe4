import type { FaultName } from './fault-proxy.ts'

const forEachCall = (outcome: string) => Array.from({ length: 8 }, () => outcome).join(' ')

const unaffected = forEachCall('ok')

/**
 * The expected outcomes of put, create, part, complete, get, range, list and delete: for a permanent fault, and for one
 * that occurs once. Reading back detects `not-stored` and `other-bytes`. `*` means that the outcome depends on which
 * bit flips.
 */
export const outcomes: Readonly<Record<FaultName, readonly [always: string, once: string]>> = {
  'cut up': ['unreachable ok unreachable unreachable ok ok ok ok', unaffected],
  'cut down': [
    'ok unreachable ok unreachable unreachable unreachable unreachable ok',
    'ok ok ok ok unreachable unreachable ok ok',
  ],
  'cut before the response': [forEachCall('unreachable'), unaffected],
  'answer lost': [
    'ok unreachable ok unreachable unreachable unreachable unreachable ok',
    'ok ok ok ok unreachable unreachable ok ok',
  ],
  'flip up': ['altered ok altered altered ok ok ok ok', unaffected],
  'flip down': ['ok * ok * other-bytes other-bytes * ok', 'ok * ok * other-bytes other-bytes * ok'],
  'stall up': [forEachCall('slow'), unaffected],
  'stall down': ['ok slow ok slow slow slow slow ok', 'ok ok ok ok slow slow ok ok'],
  'truncate with right length': [
    'ok unsupported ok unsupported other-bytes altered unsupported ok',
    'ok unsupported ok unsupported other-bytes altered unsupported ok',
  ],
  500: [forEachCall('unreachable'), unaffected],
  '503 SlowDown': [forEachCall('slow'), unaffected],
  '502 of something in between': [forEachCall('unreachable'), unaffected],
  403: [forEachCall('forbidden'), forEachCall('forbidden')],
  'expired clock': [forEachCall('clock'), forEachCall('clock')],
  'wrong XML': [
    'not-stored unsupported unsupported unsupported other-bytes unsupported unsupported ok',
    'not-stored unsupported unsupported unsupported other-bytes unsupported unsupported ok',
  ],
  'no XML': [
    'not-stored unsupported unsupported unsupported other-bytes unsupported unsupported ok',
    'not-stored unsupported unsupported unsupported other-bytes unsupported unsupported ok',
  ],
  '200 with an error': [
    'slow slow slow slow other-bytes unsupported slow slow',
    'ok ok ok ok other-bytes unsupported ok ok',
  ],
  '10 GB': [
    'unsupported unsupported unsupported unsupported other-bytes unsupported unsupported unsupported',
    'unsupported unsupported unsupported unsupported other-bytes unsupported unsupported unsupported',
  ],
  redirect: [forEachCall('unsupported'), forEachCall('unsupported')],
}
