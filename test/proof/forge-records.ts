/** Forgeries of records, decisions and attachments. */
import {
  attachments,
  claims,
  decisions,
  type Forger,
  type Forgeries,
  log,
  published,
  resealed,
  skipped,
  withStolenKey,
} from './forger.ts'

const serialize = (value: unknown): string => JSON.stringify(value)

const alterAttachment = (forger: Forger): void => {
  const name = forger.pick(forger.attachmentNames)
  forger.set(name, forger.flip(forger.get(name)))
}

const removeAttachment = (forger: Forger): void => void forger.contents.delete(forger.pick(forger.attachmentNames))

const alterRecord = (forger: Forger): void =>
  forger.editJson(
    claims,
    line => {
      line.record.title += '!'
    },
    { write: serialize },
  )

const duplicateFirstMember = (line: string): string => line.replace(/^\{/, `{"${Object.keys(JSON.parse(line))[0]}":0,`)

export const recordForgeries: Forgeries = {
  'attachment altered, CRC recalculated': alterAttachment,
  'attachment altered, all digests recalculated': resealed(alterAttachment),
  'attachment altered, signed again with the stolen key': withStolenKey(alterAttachment),
  'attachments exchanged, signed with the stolen key': withStolenKey(forger => {
    const [one = '', other = ''] = forger.attachmentNames
    const [first, second] = [forger.get(one), forger.get(other)]
    forger.set(one, second)
    forger.set(other, first)
  }),
  'attachment removed, digests recalculated': resealed(removeAttachment),
  'attachment removed, signed with the stolen key': withStolenKey(removeAttachment),
  'record of an attachment removed, signed with the stolen key': withStolenKey(forger =>
    forger.setLines(attachments, forger.lines(attachments).slice(1)),
  ),
  'record altered, digests recalculated': resealed(alterRecord),
  'record altered, signed with the stolen key': withStolenKey(alterRecord),
  'record with a doubled name, signed with the stolen key': withStolenKey(forger =>
    forger.editLine(claims, line => line.replace('"record":{', '"record":{"title":"Something else",')),
  ),
  'line with a doubled name, signed with the stolen key': withStolenKey(forger =>
    forger.editLine(forger.pick([claims, log, published]), duplicateFirstMember),
  ),
  'record with a number beyond 2^53, signed with the stolen key': withStolenKey(forger =>
    forger.editLine(claims, line => line.replace('"record":{', '"record":{"amount":9007199254740993,')),
  ),
  'white space in a record, signed with the stolen key': withStolenKey(forger =>
    forger.editLine(claims, line => line.replace('"record":{', '"record": {')),
  ),
  'escape in a record, signed with the stolen key': withStolenKey(forger =>
    forger.editLine(claims, line => line.replace('"Backup', '"\\u0042ackup')),
  ),
  'record proved by another row, signed with the stolen key': withStolenKey(forger => {
    const leaves = forger.lines(claims).map(line => JSON.parse(line).leaf)
    forger.editJson(
      claims,
      line => {
        line.leaf = forger.pick(leaves.filter(leaf => leaf !== line.leaf))
      },
      { write: serialize },
    )
  }),
  'record proved by no row, signed with the stolen key': withStolenKey(forger =>
    forger.editJson(
      claims,
      line => {
        line.leaf = forger.pick([line.leaf - 3.5, 1e9, -1, JSON.parse(forger.lines(log).find(skipped) ?? '').skip[0]])
      },
      { write: serialize },
    ),
  ),
  'record without its row, signed with the stolen key': withStolenKey(forger =>
    forger.editJson(
      claims,
      line => {
        delete line.leaf
      },
      { write: serialize },
    ),
  ),
  'old state of a record presented as its latest, signed with the stolen key': withStolenKey(forger =>
    forger.editJson(
      claims,
      line => {
        line.record.status = 'submitted'
        line.leaf = line.contentLeaf
      },
      { write: serialize },
    ),
  ),
  'content altered, signed with the stolen key': withStolenKey(forger =>
    forger.editJson(
      claims,
      line => {
        line.content.sourceSnapshot.vault = 99
      },
      { write: serialize },
    ),
  ),
  'decision altered, signed with the stolen key': withStolenKey(forger =>
    forger.editJson(
      decisions,
      line => {
        line.content.decision = 'reject'
      },
      { write: serialize },
    ),
  ),
  'decision of another claim, signed with the stolen key': withStolenKey(forger => {
    const leaves = forger.lines(decisions).map(line => JSON.parse(line).contentLeaf)
    forger.editJson(
      decisions,
      line => {
        line.contentLeaf = forger.pick(leaves.filter(leaf => leaf !== line.contentLeaf))
      },
      { write: serialize },
    )
  }),
}
