import canonicalize from 'canonicalize'
import type { LedgerReader, TreeHead } from '#http/ledger.ts'
import { readRecord } from '#http/record.ts'
import { verifierPage, verifyCommandDigest, verifyCommandName } from '#http/verifier-page.ts'
import { iso } from '#lib/clock.ts'
import { reachedExportStep } from '#lib/storage-steps.ts'
import { type AttachedFile, type CollectedScope, collect } from './collect.ts'
import { insertEntries } from './entry-queries.ts'
import { EvidenceExport, renderExport } from './export.ts'
import { indexPage } from './index-page.ts'
import type { LeasedExport } from './lease.ts'
import { writeLog } from './ledger-log.ts'
import { LedgerBehind } from './prove.ts'
import { recordProgress } from './queries.ts'
import { ScratchFile } from './scratch.ts'
import { openStepStorage, recordFiles, type StepStorage, type StoredFile, storeFile, storeText } from './store-files.ts'
import { findExportOrganization } from './trail-queries.ts'

/** The position of the first file under `data/`; the files that describe the data come before it. */
export const firstDataPosition = 16

const batchSize = 1000

/** The state, as of when the records were read, that sealing needs. */
export interface Outline {
  readonly origin: string
  readonly size: number
  /** The root hash in base64. */
  readonly root: string
  readonly generation: number
  /** The position of the key list, which is written last because keys may change until then. */
  readonly keysAt: number
  readonly organization: string
  /** Whether it is a sample workspace. */
  readonly sample: boolean
}

/** Reads the tree head, which covers all shown rows. Throws LedgerBehind if the ledger's generation has changed. */
const readHead = async ({ services }: LeasedExport, read: LedgerReader, generation: number): Promise<TreeHead> => {
  const head = await services.ledger.head(read)
  if (head?.generation !== generation) throw new LedgerBehind()
  return head
}

const renderPublished = ({
  note,
  places,
  size,
  timeStamp,
}: Awaited<ReturnType<LeasedExport['services']['bundles']['published']>>[number]) =>
  `${canonicalize({ note, places, size, ...(timeStamp && { timeStamp: timeStamp.toString('base64') }) })}\n`

const inBatches = async function* (files: ScratchFile) {
  let batch: AttachedFile[] = []
  for await (const line of files.read()) {
    batch.push(JSON.parse(line))
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Stores the page that checks bundles, if this build has one. */
const storeVerifier = async (storage: StepStorage): Promise<StoredFile[]> => {
  const page = await verifierPage().catch(() => undefined)
  return page ? [await storeText(storage, 'data/verify.html', Buffer.from(page))] : []
}

/** Stores the records and the ledger as files of the bundle. */
const storeAll = async (
  leased: LeasedExport,
  storage: StepStorage,
  request: EvidenceExport,
  contents: CollectedScope,
) => {
  const { services, call, id } = leased
  const { organizationId } = call
  const { bundles, checkpoints, settings, db } = services
  const read: LedgerReader = (statement, values) => db.read(organizationId, statement, values)
  const { omissions, families, shownRows, generation } = contents
  const head = await readHead(leased, read, generation)
  const checkpointsOutside = await bundles.published(organizationId, head)
  await using log = await ScratchFile.open(settings.scratchFolder, `${id}-log`)
  await using erasures = await ScratchFile.open(settings.scratchFolder, `${id}-erasures`)
  const boundaries = checkpointsOutside.map(({ size }) => size)
  await writeLog(
    leased,
    read,
    { head, shown: shownRows, boundaries, disclose: request.disclose },
    { log, erasures },
    omissions,
  )
  const [organization] = await db.read(organizationId, findExportOrganization, {})
  const { name = organizationId, sample = false } = organization ?? {}
  const sha256 = await verifyCommandDigest()
  const verifyCommand =
    sha256 === undefined ? undefined : { url: `${settings.url}/verify/${verifyCommandName}`, sha256 }
  const page = indexPage({
    request,
    organization: name,
    sample,
    head,
    published: checkpointsOutside,
    contents,
    command: verifyCommand,
  })
  const decisions = families.get('decisions')
  const records = [...families].filter(([family]) => family !== 'decisions').sort(([a], [b]) => (a < b ? -1 : 1))
  const storedFiles: StoredFile[] = [
    await storeFile(storage, 'data/index.html', page),
    ...(await storeVerifier(storage)),
    await storeText(storage, 'data/left-out.jsonl', omissions.lines),
    decisions
      ? await storeFile(storage, 'data/decisions.jsonl', decisions.bytes())
      : await storeText(storage, 'data/decisions.jsonl', ''),
  ]
  for (const [family, lines] of records)
    storedFiles.push(await storeFile(storage, `data/records/${family}.jsonl`, lines.bytes()))
  storedFiles.push(
    await storeFile(storage, 'data/ledger/log.jsonl', log.bytes()),
    await storeText(storage, 'data/ledger/checkpoint.txt', await checkpoints.note(organizationId, head)),
    await storeText(storage, 'data/ledger/checkpoints.jsonl', checkpointsOutside.map(renderPublished).join('')),
  )
  const keysAt = firstDataPosition + storedFiles.length
  const afterKeys = [await storeFile(storage, 'data/ledger/erasures.jsonl', erasures.bytes())]
  const { origin, size, root } = head
  const outline: Outline = {
    ...{ origin, size, root: root.toString('base64'), generation },
    ...{ keysAt, organization: name, sample },
  }
  return { stored: storedFiles, afterKeys, outline }
}

/** Stores the records of an export as of one time, as files of the bundle. */
export const gatherExport = async (leased: LeasedExport, record: string): Promise<void> => {
  const request = readRecord(EvidenceExport, record)
  await using contents = await collect(leased, request)
  await using storage = openStepStorage(leased)
  const { stored: storedFiles, afterKeys, outline } = await storeAll(leased, storage, request, contents)
  reachedExportStep('stored')
  const { files, omissions } = contents
  await leased.change('evidence.export.gather', async (change, row) => {
    const { tx, now } = change
    await recordFiles(change, leased.id, firstDataPosition, storedFiles)
    await recordFiles(change, leased.id, outline.keysAt + 1, afterKeys)
    let from = outline.keysAt + 1 + afterKeys.length
    let bytesTotal = 0
    for await (const batch of inBatches(files)) {
      tx.write(insertEntries, {
        exportId: leased.id,
        from,
        paths: batch.map(({ path }) => path),
        byteSizes: batch.map(({ byteSize }) => byteSize),
        sha256s: batch.map(({ sha256 }) => sha256),
        crc32s: batch.map(() => -1),
        artifactIds: batch.map(({ artifactId }) => artifactId),
        isOwn: false,
      })
      from += batch.length
      bytesTotal += batch.reduce((sum, { byteSize }) => sum + byteSize, 0)
    }
    const progress = { filesDone: 0, filesTotal: files.lines, bytesDone: 0, bytesTotal }
    const current = readRecord(EvidenceExport, row.record)
    const updatedRecord = renderExport({
      ...current,
      progress,
      leftOut: omissions.byReason,
      checkpointSize: outline.size,
      updatedAt: iso(now),
    })
    tx.write(recordProgress, {
      id: leased.id,
      stage: 'gathered',
      record: updatedRecord,
      outline: JSON.stringify(outline),
    })
  })
  storage.keys.length = 0
  reachedExportStep('gathered')
}
