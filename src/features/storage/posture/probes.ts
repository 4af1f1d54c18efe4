import type { ProbeResult } from '#lib/object-store.ts'
import { storeProblem } from '#src/features/storage/s3/errors.ts'
import { openS3Probing, type S3Target, s3Probes } from '#src/features/storage/s3/probes.ts'
import { type FolderTarget, folderProbes, openFolderProbing } from './folder-probes.ts'
import { type Probe, type ProbeFinding, probeMs } from './probe.ts'

export type ProbeTarget = ({ readonly kind: 'folder' } & FolderTarget) | ({ readonly kind: 's3' } & S3Target)

interface Options {
  /** Names of the probes to run; all if omitted. */
  readonly only?: readonly string[] | undefined
}

/** The probes of each sweep: the round trip of a file, which leaves nothing in the store. */
export const lightProbes: readonly string[] = ['credential', 'bucket', 'list', 'write', 'read', 'delete']

const timedOut = Symbol('the time of a probe is over')

const withTimeout = async (work: (signal: AbortSignal) => Promise<ProbeFinding>): Promise<ProbeFinding> => {
  const timeout = new AbortController()
  const { promise, resolve } = Promise.withResolvers<typeof timedOut>()
  const timer = setTimeout(() => {
    timeout.abort(timedOut)
    resolve(timedOut)
  }, probeMs)
  const running = work(timeout.signal)
  // The signal ends the work after a timeout, and nothing awaits it then.
  running.catch(() => {})
  const finding = await Promise.race([running, promise]).finally(() => clearTimeout(timer))
  return finding === timedOut ? { outcome: 'failed', code: 'slow' } : finding
}

/** Runs a probe. If it is never required, a refusal proves nothing, because providers need not support its feature. */
const runProbe = async <P>(
  { name, required, run }: Probe<P>,
  probing: P,
  locksFiles: boolean,
): Promise<ProbeResult> => {
  const isRequired = required === 'always' || (required === 'retention' && locksFiles)
  const finding = await withTimeout(signal => run(probing, signal)).catch(
    (error): ProbeFinding => ({
      outcome: required === 'never' ? 'unknown' : 'failed',
      code: storeProblem(error).code,
    }),
  )
  return { probe: name, required: isRequired, ...finding }
}

const runAll = async <P extends AsyncDisposable>(
  probes: readonly Probe<P>[],
  open: () => Promise<P>,
  { only, retention }: Options & { readonly retention: boolean },
): Promise<readonly ProbeResult[]> => {
  await using probing = await open()
  const selected = probes.filter(
    ({ name, required }) => (only?.includes(name) ?? true) && (retention || required !== 'retention'),
  )
  return await Promise.all(selected.map(probe => runProbe(probe, probing, retention)))
}

/**
 * Tests what a store does, not what it claims. Each probe may take 10 s. Probes run concurrently on their own objects,
 * which are removed afterwards. A failing store never causes a rejection.
 */
export const runProbes = (target: ProbeTarget, { only }: Options = {}): Promise<readonly ProbeResult[]> =>
  target.kind === 'folder'
    ? runAll(folderProbes, () => openFolderProbing({ removesLeftovers: only === undefined, ...target }), {
        only,
        retention: false,
      })
    : runAll(s3Probes, () => openS3Probing({ removesLeftovers: only === undefined, ...target }), {
        only,
        retention: (target.retention ?? 'none') !== 'none',
      })

/** Whether a binding passed its required probes and may be used. */
export const passedAll = (results: readonly ProbeResult[]): boolean =>
  results.every(({ required, outcome }) => !required || outcome === 'passed')
