import { notify } from '#http/notify.ts'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { reachedExportStep } from '#lib/storage-steps.ts'
import { type ZipOutline, ZipPlanner, zipSize } from '#lib/virtual-zip.ts'
import { renderAsicManifest } from './asic-manifest.ts'
import { entriesAfter, recordOffsets } from './entry-queries.ts'
import { EvidenceExport, exportEvents, exportFlow, findReadyPeriod, renderExport } from './export.ts'
import type { Outline } from './gather.ts'
import type { LeasedExport } from './lease.ts'
import { createPayload, type Payload } from './payload.ts'
import { LedgerBehind } from './prove.ts'
import { recordProgress, updateExport } from './queries.ts'
import { ScratchFile } from './scratch.ts'
import { openStepStorage, recordFiles, type StepStorage, type StoredFile, storeFile, storeText } from './store-files.ts'

const pageSize = 1000
const mimetype = 'application/vnd.etsi.asic-e+zip'
const bagit = 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n'

/**
 * Renders a line of `bag-info.txt`. It is safe for readers that also end lines at U+0085 or a form feed, such as
 * Python's codecs.open.
 */
const bagLine = (name: string, value: string): string => `${name}: ${value.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()}\n`

const bagInfo = (
  request: EvidenceExport,
  { organization, sample }: Outline,
  totals: { bytes: number; files: number },
): string =>
  [
    ['Source-Organization', organization],
    ['Bagging-Date', request.createdAt.slice(0, 10)],
    ['External-Identifier', request.id],
    ...(request.scope.at === undefined ? [] : [['As-Of', request.scope.at]]),
    // The verifier reports this line.
    ...(sample ? [['Sample-Data', 'nothing in this bundle is real']] : []),
    ['Payload-Oxum', `${totals.bytes}.${totals.files}`],
    ['Bag-Software-Agent', 'Probata'],
  ]
    .map(([name = '', value = '']) => bagLine(name, value))
    .join('')

/** Stores the manifest of all files. Returns it with the number and total size of the files. */
const storeManifest = async ({ services, id }: LeasedExport, storage: StepStorage, payload: Payload) => {
  await using lines = await ScratchFile.open(services.settings.scratchFolder, `${id}-manifest`)
  const totals = { bytes: 0, files: 0 }
  for await (const page of payload()) {
    for (const { path, sha256, byte_size: byteSize } of page) {
      await lines.appendLine(`${sha256}  ${path}`)
      totals.bytes += byteSize
      totals.files++
    }
  }
  return { manifest: await storeFile(storage, 'manifest-sha256.txt', lines.bytes()), totals }
}

/** Stores the e-seal and the time-stamp, each over its own manifest, if the install has them. */
const storeSignatures = async (
  { bundles }: LeasedExport['services'],
  storage: StepStorage,
  descriptionFiles: readonly StoredFile[],
  payload: Payload,
): Promise<StoredFile[]> => {
  const signatures = [
    { number: '001', file: 'signature001.p7s', type: 'application/pkcs7-signature', make: bundles.seal },
    { number: '002', file: 'timestamp001.tst', type: 'application/vnd.etsi.timestamp-token', make: bundles.timeStamp },
  ]
  const storedFiles: StoredFile[] = []
  for (const { number, file, type, make: sign } of signatures) {
    const manifest = await renderAsicManifest({ file, type, descriptionFiles, payload })
    const signature = await sign(manifest)
    if (!signature) continue
    storedFiles.push(await storeText(storage, `META-INF/ASiCManifest${number}.xml`, manifest))
    storedFiles.push(await storeText(storage, `META-INF/${file}`, signature))
  }
  return storedFiles
}

const renderNote = (id: string, { origin, size, root }: Outline, signedFiles: readonly StoredFile[]): string =>
  [
    origin,
    `audit-bundle/v1 ${id}`,
    `checkpoint ${size} ${root}`,
    ...signedFiles.map(({ path, sha256 }) => `${sha256}  ${path}`),
    '',
  ].join('\n')

/** Whether one of these keys signed the note. The current key may have changed since they were read. */
const isSignedByOneOf = (note: string, vkeys: readonly string[]): boolean => {
  const [, name, encoded = ''] = /\n\u2014 (\S+) (\S+)\n$/.exec(note) ?? []
  const id = Buffer.from(encoded, 'base64').toString('hex', 0, 4)
  return vkeys.some(vkey => vkey.startsWith(`${name}+${id}+`))
}

/** Describes and signs the gathered files. Afterwards the bundle is ready; after an error, nothing has changed. */
export const sealBundle = async (leased: LeasedExport, record: string, outline: Outline): Promise<void> => {
  const { services, call, id } = leased
  const request = readRecord(EvidenceExport, record)
  await using storage = openStepStorage(leased)
  const vkeys = await services.bundles.keys(call.organizationId, outline.generation)
  const keys = await storeText(storage, 'data/ledger/keys.txt', vkeys.map(key => `${key}\n`).join(''))
  const payload = createPayload(leased, keys, outline.keysAt)
  const { manifest, totals } = await storeManifest(leased, storage, payload)
  const descriptionFiles = [
    await storeText(storage, 'bagit.txt', bagit),
    await storeText(storage, 'bag-info.txt', bagInfo(request, outline, totals)),
    manifest,
  ]
  const signedFiles = [...descriptionFiles, ...(await storeSignatures(services, storage, descriptionFiles, payload))]
  const note = await services.bundles.sign(call.organizationId, renderNote(id, outline, signedFiles))
  if (!isSignedByOneOf(note, vkeys)) throw new LedgerBehind()
  const leadingFiles = [
    await storeText(storage, 'mimetype', mimetype),
    ...signedFiles,
    await storeText(storage, 'META-INF/bundle.note', note),
  ]
  reachedExportStep('signed')
  await leased.change('evidence.export.complete', async (change, row) => {
    const { tx, now } = change
    await recordFiles(change, id, 0, leadingFiles)
    await recordFiles(change, id, outline.keysAt, [keys])
    const planner = new ZipPlanner()
    for (let position = -1; ; ) {
      const page = await tx.query(entriesAfter, { exportId: id, position, limit: pageSize })
      const last = page.at(-1)
      if (!last) break
      const entries = page.map(({ path, byte_size: byteSize, crc32 }) => {
        if (crc32 === null) throw new Error('a file of the bundle was not read')
        return planner.place({ path, byteSize, crc32 })
      })
      const offsets = entries.map(({ offset }) => offset)
      tx.write(recordOffsets, { exportId: id, positions: page.map(entry => entry.position), offsets })
      position = last.position
    }
    const { entries, directoryOffset, directorySize } = planner
    const zip: ZipOutline = { entries, directoryOffset, directorySize }
    const current = readRecord(EvidenceExport, row.record)
    const expiresAt = iso(now + findReadyPeriod(current.scope))
    const readyRecord = renderExport({
      ...current,
      status: exportFlow.complete.to,
      byteSize: zipSize(zip),
      manifestSha256: manifest.sha256,
      expiresAt,
      updatedAt: iso(now),
    })
    tx.write(recordProgress, { id, stage: 'sealed', record: readyRecord, outline: JSON.stringify(zip) })
    tx.write(updateExport, { id, status: exportFlow.complete.to, record: readyRecord, expiresAt })
    const { requested_by: personId } = row
    if (personId !== null) notify(change, { kind: 'export_ready', personId, recordId: id })
    change.emit(exportEvents.ready, { evidenceExport: readyRecord })
    change.audit(id, { before: row.record, after: readyRecord })
  })
  storage.keys.length = 0
  reachedExportStep('sealed')
}
