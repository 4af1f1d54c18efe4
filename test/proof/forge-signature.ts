/** Forgeries of keys, signatures, e-seals and time-stamps. */
import { randomBytes } from 'node:crypto'
import { alterRow, type Forgeries, forgetPublished, keysFile, noteFile, resealed, withStolenKey } from './forger.ts'
import { recomputeAsicManifests, signContents } from './make-bundle.ts'
import { signatureLine, signerOf } from './write-note.ts'

export const signatureForgeries: Forgeries = {
  'everything recreated with another key': forger => {
    alterRow(forger)
    forgetPublished(forger)
    const [checkpointKey, bundleKey] = [signerOf(forger.bundle.origin), signerOf(forger.bundle.bundleKey.name)]
    forger.setLines(keysFile, [checkpointKey.vkey, bundleKey.vkey])
    forger.resealLedger(checkpointKey)
    forger.seal(bundleKey)
  },
  'signed with another key that the bundle contains': forger => {
    const strangerKey = signerOf(forger.bundle.bundleKey.name)
    forger.setLines(keysFile, [...forger.lines(keysFile), strangerKey.vkey])
    forger.seal(strangerKey)
  },
  'signed with the checkpoint key': forger => forger.seal(forger.bundle.checkpointKey),
  'key with another name added, signed with the stolen key': withStolenKey(forger =>
    forger.setLines(keysFile, [...forger.lines(keysFile), signerOf('evil.example').vkey]),
  ),
  'key of another workspace added, signed with the stolen key': withStolenKey(forger => {
    const name = forger.bundle.bundleKey.name.replace(/ledger\/[^/]+/, 'ledger/org_evil')
    forger.setLines(keysFile, [...forger.lines(keysFile), signerOf(name).vkey])
  }),
  'second signature line': resealed(forger =>
    forger.set(noteFile, `${forger.get(noteFile)}\u2014 someone ${randomBytes(68).toString('base64')}\n`),
  ),
  'second signature by an unknown key under a known name': resealed(forger => {
    const note = forger.get(noteFile).toString()
    const text = note.slice(0, note.lastIndexOf('\n\n') + 1)
    forger.set(noteFile, `${note}${signatureLine(text, signerOf(forger.bundle.bundleKey.name))}`)
  }),
  'another id in the bag, signed with the stolen key': forger => {
    forger.seal()
    forger.set(
      'bag-info.txt',
      forger
        .get('bag-info.txt')
        .toString()
        .replace(/gee_\w{6}/, 'gee_000000'),
    )
    signContents(forger.contents, forger.bundle, forger.bundle.bundleKey)
  },
  'time-stamp manifest altered': {
    needsSeals: true,
    forge: forger =>
      forger.set('META-INF/ASiCManifest002.xml', forger.flip(forger.get('META-INF/ASiCManifest002.xml'))),
  },
  'e-seal altered, CRC recalculated': {
    needsSeals: true,
    forge: forger => forger.set('META-INF/signature001.p7s', forger.flip(forger.get('META-INF/signature001.p7s'))),
  },
  'time-stamp altered, CRC recalculated': {
    needsSeals: true,
    forge: forger => forger.set('META-INF/timestamp001.tst', forger.flip(forger.get('META-INF/timestamp001.tst'))),
  },
  'time-stamp removed': {
    needsSeals: true,
    forge: forger => void forger.contents.delete('META-INF/timestamp001.tst'),
  },
  'time-stamp removed, its manifest kept, signed with the stolen key': {
    needsSeals: true,
    forge: withStolenKey(forger => void forger.contents.delete('META-INF/timestamp001.tst')),
  },
  'time-stamp of another bundle, signed with the stolen key': {
    needsSeals: true,
    forge: withStolenKey(forger => forger.set('data/index.html', `${forger.get('data/index.html')} `)),
  },
  'time-stamp over the old files, manifest rewritten for the new ones, signed with the stolen key': {
    needsSeals: true,
    forge: withStolenKey(forger => {
      forger.set('data/index.html', `${forger.get('data/index.html')} `)
      forger.seal()
      recomputeAsicManifests(forger.contents)
    }),
  },
}
