/** Creates forged bundles. The command and the page must detect each forgery, and name what is wrong. */
import { verifyBundle } from '#client/verify/bundle.ts'
import { nodePrimitives } from '#client/verify/node.ts'
import { parseCheckpoint, parseNote } from '#client/verify/note.ts'
import type { Source } from '#client/verify/primitives.ts'
import type { Report } from '#client/verify/report.ts'
import { type Authority, openAuthority } from './authority.ts'
import { containerForgeries } from './forge-container.ts'
import { ledgerForgeries } from './forge-ledger.ts'
import { momentForgeries } from './forge-moment.ts'
import { recordForgeries } from './forge-records.ts'
import { signatureForgeries } from './forge-signature.ts'
import { createRandom, type Expected, Forger, type Forgery } from './forger.ts'
import { type ForgeableBundle, makeBundle } from './make-bundle.ts'
import type { VerifierPage } from './verifier-window.ts'

const allForgeries = {
  ...containerForgeries,
  ...recordForgeries,
  ...ledgerForgeries,
  ...momentForgeries,
  ...signatureForgeries,
}
export const bundleForgeries = Object.entries(allForgeries).map(([name, forgery]): { name: string } & Forgery => ({
  name,
  ...(typeof forgery === 'function' ? { forge: forgery } : forgery),
}))

export const createMemorySource = (bytes: Uint8Array): Source => ({
  size: bytes.length,
  read: async (offset, length) => bytes.subarray(offset, offset + length),
})

export const checkByCommand = ({ bundleKey, checkpoint }: ForgeableBundle, bytes: Buffer): Promise<Report> => {
  const storedCheckpoint = parseCheckpoint(parseNote(checkpoint)?.text ?? '')
  return verifyBundle(createMemorySource(bytes), nodePrimitives, {
    keys: [bundleKey.vkey],
    ...(storedCheckpoint && { checkpoints: [storedCheckpoint] }),
  })
}

export interface Outcome {
  readonly kind: string
  readonly bytes: Buffer
  readonly report: Report
  /** The reason why the forgery counts as missed. Undefined if it was detected and named. */
  readonly missed?: string
}

const isNamed = ({ result, findings: [first] }: Report, expected: Expected): boolean =>
  result === expected && (expected === 'other checkpoint' || (first !== undefined && !first.text.includes('{')))

interface Campaign {
  readonly total: number
  readonly seed: number
  readonly page?: VerifierPage
}

/** Creates forgeries of each kind in turn, and verifies each. */
export async function* forge({ total, seed, page }: Campaign): AsyncGenerator<Outcome> {
  const random = createRandom(seed)
  let authority: Authority | undefined
  try {
    authority = openAuthority()
  } catch {
    console.error('openssl is not installed: no forgeries of seals and time-stamps')
  }
  using _ = authority
  const shape = { claims: 4, attachmentsEach: 2, unrelatedRows: 5, erased: 1 }
  const plainBundle = makeBundle(shape)
  const sealedBundle = makeBundle({
    ...shape,
    attachmentBytes: 4000,
    published: 3,
    asOf: true,
    ...(authority && { authority }),
  })
  const bundles = [plainBundle, sealedBundle]
  for (const bundle of bundles) {
    const { result, findings } = await checkByCommand(bundle, bundle.bytes)
    if (result !== 'proven') throw new Error(`the original is ${result}: ${JSON.stringify(findings)}`)
  }
  const usableForgeries = bundleForgeries.filter(({ needsSeals }) => authority || !needsSeals)
  for (let n = 0; n < total; n++) {
    const candidates = usableForgeries.filter(({ isLarge }) => !isLarge || n < usableForgeries.length)
    const kind = candidates[n % candidates.length] as (typeof candidates)[number]
    // Uses only the plain bundle. In the sealed one, the time-stamp would reveal the forgery, even if a ledger was cut
    // with all keys stolen.
    const startingBundle = kind.expected ? plainBundle : (bundles[random(2)] as ForgeableBundle)
    const original = kind.needsSeals || kind.needsMoment ? sealedBundle : startingBundle
    let bytes = original.bytes
    while (bytes.equals(original.bytes)) {
      const forger = new Forger(original, random)
      const forgedBytes = kind.forge(forger)
      bytes = Buffer.isBuffer(forgedBytes) ? forgedBytes : forger.zip()
    }
    const report = await checkByCommand(original, bytes)
    const pageReport = page && (await page.check(original, bytes))
    const differs = pageReport !== undefined && pageReport !== JSON.stringify(report)
    const missed = isNamed(report, kind.expected ?? 'altered') ? undefined : `the result is ${report.result}`
    const reason = missed ?? (differs ? `the page differs: ${pageReport}` : undefined)
    yield { kind: kind.name, bytes, report, ...(reason && { missed: reason }) }
  }
}
