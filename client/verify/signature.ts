/** Checks the signature of the bundle: META-INF/bundle.note, the keys, and the checkpoint in the note. */
import { fromBase64 } from './bytes.ts'
import { eachLine, type Reading, textOf } from './lines.ts'
import {
  type Checkpoint,
  type Note,
  parseCheckpoint,
  parseNote,
  parseSize,
  parseVkey,
  sameCheckpoint,
  signersOf,
  type Vkey,
} from './note.ts'

export const noteFile = 'META-INF/bundle.note'
const keysFile = 'data/ledger/keys.txt'
const checkpointFile = 'data/ledger/checkpoint.txt'

/** The files outside `data/` that every bundle has, in order. */
const tagFiles = ['bagit.txt', 'bag-info.txt', 'manifest-sha256.txt']

export interface Signed {
  readonly id: string
  readonly signer: Vkey
  readonly checkpoint: Checkpoint
  readonly checkpointKeys: readonly Vkey[]
  readonly bundleKeys: readonly Vkey[]
  /** The names and digests of the files that the note covers, in order. */
  readonly covers: ReadonlyMap<string, string>
}

const originForm = /^[^\s/]+\/ledger\/[^\s/]+\/[1-9][0-9]{0,8}$/
const digestLine = /^([0-9a-f]{64}) {2}(\S+)$/

const afterHost = (name: string): string => name.slice(name.indexOf('/'))

/**
 * Whether a key is a bundle key of this ledger. All generations share bundle keys, whose host may be an earlier one.
 */
const isBundleKey = (name: string, origin: string): boolean =>
  afterHost(name) === afterHost(origin).replace(/[^/]*$/, 'bundles')

const readBundleNote = ({ text }: Note) => {
  const [origin = '', kind = '', checkpointLine = '', ...rest] = text.slice(0, -1).split('\n')
  const [, id] = /^audit-bundle\/v1 (\S+)$/.exec(kind) ?? []
  const [, size = '', root = ''] = /^checkpoint (\d+) (\S+)$/.exec(checkpointLine) ?? []
  const checkpoint = { origin, size: parseSize(size), root: fromBase64(root) }
  const lines = rest.map(line => digestLine.exec(line))
  const covers = new Map(lines.map(line => [line?.[2] ?? '', line?.[1] ?? '']))
  const isComplete =
    covers.size === lines.length && !covers.has('') && tagFiles.every((name, n) => lines[n]?.[2] === name)
  if (!originForm.test(origin) || id === undefined || !isComplete) return undefined
  if (checkpoint.size === undefined || checkpoint.root?.length !== 32) return undefined
  return { id, covers, checkpoint: { origin, size: checkpoint.size, root: checkpoint.root } }
}

const readKeys = async (reading: Reading, origin: string) => {
  const bundleKeys: Vkey[] = []
  const checkpointKeys: Vkey[] = []
  await eachLine(reading, 'signature', keysFile, (line, number) => {
    const key = parseVkey(reading.primitives, line)
    const list = key?.name === origin ? checkpointKeys : bundleKeys
    if (!key || (key.name !== origin && !isBundleKey(key.name, origin)))
      return reading.addFinding('signature', 'bad-key', { file: keysFile, line: number, what: line.slice(0, 200) })
    list.push(key)
    return undefined
  })
  return { bundleKeys, checkpointKeys }
}

/** Reads a signed note of the bundle and its signer. Adds a finding and returns undefined if no known key signed it. */
const readSigned = async (reading: Reading, file: string, keys: readonly Vkey[]) => {
  const { primitives, addFinding } = reading
  const text = await textOf(reading, 'signature', file)
  if (text === undefined) return undefined
  const note = parseNote(text)
  if (!note) return addFinding('signature', 'note-malformed', { file })
  const signers = await signersOf(primitives, note, keys)
  if (!signers) return addFinding('signature', 'signature-broken', { file })
  const [signer] = signers
  return signer ? { note, signer } : addFinding('signature', 'note-not-signed', { file })
}

/** Checks the signature. `trustedKeys` are the caller's. Returns undefined if the check cannot continue. */
export const checkSignature = async (reading: Reading, trustedKeys: readonly string[]): Promise<Signed | undefined> => {
  const { addFinding } = reading
  const text = await textOf(reading, 'signature', noteFile)
  const note = text === undefined ? undefined : parseNote(text)
  if (!note) return text === undefined ? undefined : addFinding('signature', 'note-malformed', { file: noteFile })
  const noteContent = readBundleNote(note)
  if (!noteContent || note.signatures.length !== 1) return addFinding('signature', 'not-a-bundle-note')
  const keys = await readKeys(reading, noteContent.checkpoint.origin)
  const signed = await readSigned(reading, noteFile, keys.bundleKeys)
  if (!signed) return undefined
  const { signer } = signed
  if (trustedKeys.length > 0 && !trustedKeys.includes(signer.text))
    addFinding('signature', 'not-by-your-key', { what: `${signer.name}+${signer.id}` })
  const checkpointNote = await readSigned(reading, checkpointFile, keys.checkpointKeys)
  const checkpoint = checkpointNote && parseCheckpoint(checkpointNote.note.text)
  if (checkpointNote && !checkpoint) addFinding('signature', 'note-malformed', { file: checkpointFile })
  if (checkpoint && !sameCheckpoint(checkpoint, noteContent.checkpoint)) addFinding('signature', 'notes-disagree')
  return { ...noteContent, ...keys, signer }
}
