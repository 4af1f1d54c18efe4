/** Forgeries of the ledger: its rows, their disclosures, and its checkpoints. */
import { randomBytes } from 'node:crypto'
import {
  type AnyJson,
  alterRow,
  attachments,
  checkpointFile,
  claims,
  decisions,
  erasures,
  type Forger,
  type Forgeries,
  forgetPublished,
  isShownLine,
  leftOut,
  log,
  published,
  resealed,
  skipped,
  withStolenKey,
} from './forger.ts'
import { canonical, disclosureOf, foldLines } from './write-ledger.ts'
import { checkpointText, noteOf } from './write-note.ts'

const hasField = (name: string) => (line: string) =>
  isShownLine(line) &&
  JSON.parse(line).disclosures.some((one: string) => Buffer.from(one, 'base64url').includes(`"${name}"`))

/** Exchanges, duplicates or removes lines with shown rows. */
const moveRows = (forger: Forger, move: (lines: string[], index: number, other: number) => void): void => {
  const lines = forger.lines(log)
  const shownIndexes = [...lines.keys()].filter(n => isShownLine(lines[n] as string))
  const index = forger.pick(shownIndexes)
  move(lines, index, forger.pick(shownIndexes.filter(candidate => candidate !== index)))
  forger.setLines(log, lines)
}

const editReason = (forger: Forger, edit: (disclosures: string[], index: number) => void): void =>
  forger.editJson(
    log,
    line => {
      const index = line.disclosures.findIndex((one: string) => Buffer.from(one, 'base64url').includes('"reason"'))
      edit(line.disclosures, index)
    },
    { of: hasField('reason') },
  )

const alterRoot = (forger: Forger): void => {
  const [origin = '', size = '', , ...rest] = forger.get(checkpointFile).toString().split('\n')
  forger.set(checkpointFile, [origin, size, randomBytes(32).toString('base64'), ...rest].join('\n'))
}

const cutTail = (forger: Forger): void => {
  const keptLines = forger.lines(log)
  const lastShown = keptLines.findLastIndex(isShownLine)
  const cut = JSON.parse(keptLines[lastShown] as string).index
  forger.setLines(log, keptLines.slice(0, lastShown))
  for (const name of [claims, attachments, decisions]) {
    const isKept = (line: string) => {
      const { leaf = 0, contentLeaf = 0 }: { leaf?: number; contentLeaf?: number } = JSON.parse(line)
      return Math.max(leaf, contentLeaf) < cut
    }
    forger.setLines(name, forger.lines(name).filter(isKept))
  }
  const attachmentPaths = forger.lines(attachments).map(line => JSON.parse(line).path)
  for (const name of forger.attachmentNames) if (!attachmentPaths.includes(name)) forger.contents.delete(name)
  const shownEventIds = forger
    .lines(log)
    .filter(isShownLine)
    .map(line => JSON.parse(line).leaf.event.id)
  forger.setLines(
    erasures,
    forger.lines(erasures).filter(line => shownEventIds.includes(JSON.parse(line).eventId)),
  )
  forger.setLines(
    published,
    forger.lines(published).filter(line => JSON.parse(line).size <= cut),
  )
  forger.resealLedger()
}

const signCheckpoint = (forger: Forger, size: (size: number) => number, root?: Buffer): string => {
  const [origin = '', declaredSize = '', encoded = ''] = forger.get(checkpointFile).toString().split('\n')
  const text = checkpointText(origin, size(Number(declaredSize)), root ?? Buffer.from(encoded, 'base64'))
  return noteOf(text, forger.bundle.checkpointKey)
}

/** Updates the list of omissions so that it matches the changed log. */
const recountOmissions = (forger: Forger): void => {
  const skips = forger.lines(log).filter(skipped)
  const count = skips.reduce((sum, line) => sum + JSON.parse(line).skip[1] - JSON.parse(line).skip[0], 0)
  forger.setLines(leftOut, [canonical({ count, kind: 'ledger rows', reason: 'outside the scope' })])
}

/** Finds a size that lies within omitted rows, and the root at that size. */
const findWithinSkip = (forger: Forger): { size: number; root: Buffer } => {
  const lines = forger.lines(log)
  const index = lines.findIndex(line => skipped(line) && JSON.parse(line).hashes.length > 1)
  const { skip, hashes } = JSON.parse(lines[index] as string)
  return foldLines([...lines.slice(0, index), canonical({ hashes: hashes.slice(0, 1), skip })])
}

export const ledgerForgeries: Forgeries = {
  'ledger row altered, signed with the stolen key': withStolenKey(alterRow),
  'ledger row with a doubled name, signed with the stolen key': withStolenKey(forger =>
    forger.editLine(log, line => line.replace('"event":{', '"event":{"action":"nothing",'), isShownLine),
  ),
  'ledger row with a number beyond 2^53, signed with the stolen key': withStolenKey(forger =>
    forger.editLine(log, line => line.replace(/"index":(\d+)/, '"index":9007199254740993'), isShownLine),
  ),
  'digest hidden in a ledger row, signed with the stolen key': withStolenKey(forger =>
    forger.editJson(
      log,
      line => {
        line.leaf.digests.actorId = randomBytes(32).toString('base64url')
      },
      { of: isShownLine },
    ),
  ),
  'reason altered, signed with the stolen key': withStolenKey(forger =>
    editReason(forger, (disclosures, index) => {
      disclosures[index] = disclosureOf('reason', 'Something else entirely')
    }),
  ),
  'reason shown twice, signed with the stolen key': withStolenKey(forger =>
    editReason(forger, (disclosures, index) => {
      disclosures.push(disclosures[index] as string)
    }),
  ),
  'reason added to a row that was sealed without one, signed with the stolen key': withStolenKey(forger =>
    forger.editJson(
      log,
      line => {
        line.disclosures.push(disclosureOf('note', 'an afterthought'))
      },
      { of: isShownLine },
    ),
  ),
  'reason listed as erased but shown, signed with the stolen key': withStolenKey(forger =>
    forger.setLines(erasures, [
      ...forger.lines(erasures),
      canonical({ digest: 'x'.repeat(43), erasedAt: '2026-11-22T04:00:00.000Z', eventId: 'aud_1', field: 'reason' }),
    ]),
  ),
  'ledger row omitted, signed with the stolen key': withStolenKey(forger =>
    moveRows(forger, (lines, index) => lines.splice(index, 1)),
  ),
  'ledger rows exchanged, signed with the stolen key': withStolenKey(forger =>
    moveRows(forger, (lines, index, other) => {
      const line = lines[index] as string
      lines[index] = lines[other] as string
      lines[other] = line
    }),
  ),
  'ledger row duplicated, signed with the stolen key': withStolenKey(forger =>
    moveRows(forger, (lines, index) => lines.splice(index, 0, lines[index] as string)),
  ),
  'subtree altered, signed with the stolen key': withStolenKey(forger =>
    forger.editJson(
      log,
      line => {
        forger.pick<AnyJson>(line.hashes)[1] = randomBytes(32).toString('base64')
      },
      { of: skipped },
    ),
  ),
  'subtrees in another form, signed with the stolen key': withStolenKey(forger =>
    forger.editJson(
      log,
      line => {
        line.hashes[0][0] += 1
      },
      { of: skipped },
    ),
  ),
  'more rows omitted than exist, signed with the stolen key': withStolenKey(forger =>
    forger.editJson(
      log,
      line => {
        line.skip[1] += forger.pick([1, 2 ** 52, -1])
      },
      { of: skipped },
    ),
  ),
  'last line of the log truncated, signed with the stolen key': withStolenKey(forger =>
    forger.set(log, forger.get(log).subarray(0, -1)),
  ),
  'log that is not UTF-8, signed with the stolen key': withStolenKey(forger => {
    const bytes = Buffer.from(forger.get(log))
    bytes[bytes.indexOf('"action"') + 12] = 0xff
    forger.set(log, bytes)
  }),
  'checkpoint root altered': resealed(alterRoot),
  'checkpoint root altered, signed with the stolen key': withStolenKey(alterRoot),
  'checkpoint size altered': resealed(forger =>
    forger.set(
      checkpointFile,
      forger
        .get(checkpointFile)
        .toString()
        .replace(/\n\d+\n/, '\n1\n'),
    ),
  ),
  'checkpoint of another size, signed with the stolen keys': withStolenKey(forger =>
    forger.set(
      checkpointFile,
      signCheckpoint(forger, size => size + forger.pick([1, -1])),
    ),
  ),
  'history rewritten and signed with the stolen keys, verified with an external checkpoint': withStolenKey(forger => {
    alterRow(forger)
    forgetPublished(forger)
    forger.resealLedger()
  }),
  'tail of the ledger cut and signed with the stolen keys, verified with an external checkpoint': {
    expected: 'other checkpoint',
    forge: withStolenKey(forger => {
      cutTail(forger)
      recountOmissions(forger)
    }),
  },
  'published checkpoint of another history, signed with the stolen keys': withStolenKey(forger =>
    forger.editJson(published, line => {
      line.note = noteOf(checkpointText(forger.bundle.origin, line.size, randomBytes(32)), forger.bundle.checkpointKey)
    }),
  ),
  'published checkpoint with a broken signature, signed with the stolen key': withStolenKey(forger =>
    forger.editJson(published, line => {
      line.note = line.note.replace(/\n\d+\n/, `\n${line.size}\n`).replace(/.{8}\n$/, 'AAAAAAA=\n')
    }),
  ),
  'rows omitted across a published checkpoint, signed with the stolen key': withStolenKey(forger => {
    const { size, root } = findWithinSkip(forger)
    const note = noteOf(checkpointText(forger.bundle.origin, size, root), forger.bundle.checkpointKey)
    const publication = canonical({ note, places: [], size })
    const sizes = (line: string): number => JSON.parse(line).size
    forger.setLines(
      published,
      [...forger.lines(published), publication].sort((a, b) => sizes(a) - sizes(b)),
    )
  }),
  'fewer rows listed as omitted, signed with the stolen key': withStolenKey(forger =>
    forger.editJson(
      leftOut,
      line => {
        line.count -= 1
      },
      { of: line => line.includes('ledger rows') },
    ),
  ),
}
