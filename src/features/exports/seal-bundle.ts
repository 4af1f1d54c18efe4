import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { reachedExportStep } from '#lib/storage-steps.ts'
import { type ZipOutline, ZipPlanner, zipSize } from '#lib/virtual-zip.ts'
import { asicManifest } from './asic-manifest.ts'
import { entriesAfter, recordOffsets } from './entry-queries.ts'
import { EvidenceExport, exportEvents, exportFlow, readyFor, renderExport } from './export.ts'
import type { Outline } from './gather.ts'
import type { LeasedExport } from './lease.ts'
import { type Payload, payloadOf } from './payload.ts'
import { LedgerBehind } from './prove.ts'
import { recordProgress, updateExport } from './queries.ts'
import { ScratchFile } from './scratch.ts'
import { keepFiles, openStoring, type StoredFile, type Storing, storeFile, storeText } from './store.ts'

const atOnce = 1000
const mimetype = 'application/vnd.etsi.asic-e+zip'
const bagit = 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n'

/**
 * Renders a line of `bag-info.txt`. It is safe for readers that also end lines at U+0085 or a form feed, such as
 * Python's codecs.open.
 */
const bagLine = (name: string, value: string): string => `${name}: ${value.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()}\n`

const bagInfo = (asked: EvidenceExport, { organization }: Outline, sums: { bytes: number; files: number }): string =>
  [
    ['Source-Organization', organization],
    ['Bagging-Date', asked.createdAt.slice(0, 10)],
    ['External-Identifier', asked.id],
    ...(asked.scope.at === undefined ? [] : [['As-Of', asked.scope.at]]),
    ['Payload-Oxum', `${sums.bytes}.${sums.files}`],
    ['Bag-Software-Agent', 'Probata'],
  ]
    .map(([name = '', value = '']) => bagLine(name, value))
    .join('')

/** Stores the manifest of all files. Returns it with the number and total size of the files. */
const storeManifest = async ({ services, id }: LeasedExport, storing: Storing, payload: Payload) => {
  await using lines = await ScratchFile.open(services.settings.scratchFolder, `${id}-manifest`)
  const sums = { bytes: 0, files: 0 }
  for await (const page of payload()) {
    for (const { path, sha256, byte_size: byteSize } of page) {
      await lines.line(`${sha256}  ${path}`)
      sums.bytes += byteSize
      sums.files++
    }
  }
  return { manifest: await storeFile(storing, 'manifest-sha256.txt', lines.bytes()), sums }
}

/** Stores the e-seal and the time-stamp, each over its own manifest, if the install has them. */
const storeMarks = async (
  { bundles }: LeasedExport['services'],
  storing: Storing,
  described: readonly StoredFile[],
  payload: Payload,
): Promise<StoredFile[]> => {
  const marks = [
    { number: '001', file: 'signature001.p7s', type: 'application/pkcs7-signature', make: bundles.seal },
    { number: '002', file: 'timestamp001.tst', type: 'application/vnd.etsi.timestamp-token', make: bundles.timeStamp },
  ]
  const stored: StoredFile[] = []
  for (const { number, file, type, make } of marks) {
    const manifest = await asicManifest({ file, type, described, payload })
    const mark = await make(manifest)
    if (!mark) continue
    stored.push(await storeText(storing, `META-INF/ASiCManifest${number}.xml`, manifest))
    stored.push(await storeText(storing, `META-INF/${file}`, mark))
  }
  return stored
}

const noteOf = (id: string, { origin, size, root }: Outline, covered: readonly StoredFile[]): string =>
  [
    origin,
    `audit-bundle/v1 ${id}`,
    `checkpoint ${size} ${root}`,
    ...covered.map(({ path, sha256 }) => `${sha256}  ${path}`),
    '',
  ].join('\n')

/** Whether one of these keys signed the note; the current key may have changed meanwhile. */
const isListed = (note: string, vkeys: readonly string[]): boolean => {
  const [, name, encoded = ''] = /\n\u2014 (\S+) (\S+)\n$/.exec(note) ?? []
  const id = Buffer.from(encoded, 'base64').toString('hex', 0, 4)
  return vkeys.some(vkey => vkey.startsWith(`${name}+${id}+`))
}

/** Describes and signs the gathered files. Afterwards the bundle is ready, or nothing has changed. */
export const sealBundle = async (leased: LeasedExport, record: string, outline: Outline): Promise<void> => {
  const { services, call, id } = leased
  const asked = readRecord(EvidenceExport, record)
  await using storing = openStoring(leased)
  const vkeys = await services.bundles.keys(call.organizationId, outline.generation)
  const keys = await storeText(storing, 'data/ledger/keys.txt', vkeys.map(key => `${key}\n`).join(''))
  const payload = payloadOf(leased, keys, outline.keysAt)
  const { manifest, sums } = await storeManifest(leased, storing, payload)
  const described = [
    await storeText(storing, 'bagit.txt', bagit),
    await storeText(storing, 'bag-info.txt', bagInfo(asked, outline, sums)),
    manifest,
  ]
  const covered = [...described, ...(await storeMarks(services, storing, described, payload))]
  const note = await services.bundles.sign(call.organizationId, noteOf(id, outline, covered))
  if (!isListed(note, vkeys)) throw new LedgerBehind()
  const front = [
    await storeText(storing, 'mimetype', mimetype),
    ...covered,
    await storeText(storing, 'META-INF/bundle.note', note),
  ]
  reachedExportStep('signed')
  await leased.change('evidence.export.complete', async (change, row) => {
    const { tx, now } = change
    await keepFiles(change, id, 0, front)
    await keepFiles(change, id, outline.keysAt, [keys])
    const planner = new ZipPlanner()
    for (let position = -1; ; ) {
      const page = await tx.query(entriesAfter, { exportId: id, position, limit: atOnce })
      const last = page.at(-1)
      if (!last) break
      const placed = page.map(({ path, byte_size: byteSize, crc32 }) => {
        if (crc32 === null) throw new Error('a file of the bundle was not read')
        return planner.place({ path, byteSize, crc32 })
      })
      const offsets = placed.map(({ offset }) => offset)
      tx.write(recordOffsets, { exportId: id, positions: page.map(entry => entry.position), offsets })
      position = last.position
    }
    const { entries, directoryOffset, directorySize } = planner
    const zip: ZipOutline = { entries, directoryOffset, directorySize }
    const present = readRecord(EvidenceExport, row.record)
    const expiresAt = iso(now + readyFor(present.scope))
    const ready = renderExport({
      ...present,
      status: exportFlow.complete.to,
      byteSize: zipSize(zip),
      manifestSha256: manifest.sha256,
      expiresAt,
      updatedAt: iso(now),
    })
    tx.write(recordProgress, { id, stage: 'sealed', record: ready, outline: JSON.stringify(zip) })
    tx.write(updateExport, { id, status: exportFlow.complete.to, record: ready, expiresAt })
    change.emit(exportEvents.ready, { evidenceExport: ready })
    change.audit(id, { before: row.record, after: ready })
  })
  storing.keys.length = 0
  reachedExportStep('sealed')
}
