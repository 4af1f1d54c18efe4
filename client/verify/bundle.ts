/** Verifies a bundle: container, signature, files, ledger, records, decisions, time, omissions. */
import { sameBytes, toBase64 } from './bytes.ts'
import { type Files, readDirectory } from './container.ts'
import { readErasures } from './erasures.ts'
import { checkFiles, type Progress } from './files.ts'
import { collect, type Section, Stop, sections } from './findings.ts'
import { type LedgerPass, passLedger } from './ledger.ts'
import { checkLeftOut, readLeftOut } from './left-out.ts'
import type { Reading } from './lines.ts'
import type { Checkpoint } from './note.ts'
import { compareHeld, type Published, readPublished } from './past.ts'
import type { Primitives, Source } from './primitives.ts'
import { checkRecords } from './records.ts'
import { type AnyPart, exits, type Facts, type Report, type Result, type State } from './report.ts'
import { checkSignature, type Signed } from './signature.ts'
import { checkMarks, type Judge } from './time.ts'

export interface Options {
  /** The keys that the caller trusts, as vkeys. */
  readonly keys?: readonly string[]
  /** Checkpoints that the caller holds. */
  readonly checkpoints?: readonly Checkpoint[]
  /** Continue after the first finding. */
  readonly all?: boolean
  readonly progress?: Progress
  /** Verifies seals and time-stamps against authorities that the caller trusts. */
  readonly judge?: Judge
}

type PartialFacts = { -readonly [S in keyof Facts]?: Facts[S] }

interface LedgerOptions {
  readonly held: readonly Checkpoint[]
  readonly asOf?: string | undefined
}

const checkLedger = async (reading: Reading, signed: Signed, { held, asOf }: LedgerOptions) => {
  const { addFinding } = reading
  const published = await readPublished(reading, signed)
  const erasures = await readErasures(reading)
  const extraSizes = new Set(held.map(({ size }) => size))
  const ledger = await passLedger(reading, {
    erasures,
    published: published.map(({ size }) => size),
    extraSizes,
    asOf,
  })
  const { checkpoint } = signed
  if (ledger.size !== checkpoint.size) addFinding('ledger', 'size-wrong', { what: ledger.size, other: checkpoint.size })
  else if (!sameBytes(ledger.root, checkpoint.root)) addFinding('ledger', 'root-wrong')
  for (const { size, root } of published) {
    const actual = ledger.roots.get(size)
    if (!actual || !sameBytes(actual, root)) addFinding('ledger', 'past-root-wrong', { row: size })
  }
  for (const line of erasures.unmatched()) addFinding('ledger', 'erasure-unmatched', { line })
  const agreements = held.map(one => ({ size: one.size, agreement: compareHeld(one, signed, ledger.roots) }))
  for (const { size, agreement } of agreements)
    if (agreement === 'other history') addFinding('ledger', 'history-rewritten', { row: size })
  const facts: Facts['ledger'] = {
    size: ledger.size,
    root: toBase64(ledger.root),
    rowsShown: ledger.rows.count,
    rowsLeftOut: ledger.rowsLeftOut,
    fieldsShown: ledger.fieldsShown,
    fieldsHidden: ledger.fieldsHidden,
    fieldsErased: erasures.count,
    published: published.length,
    held: agreements,
  }
  return { facts, passed: ledger, published }
}

const recordFile = /^data\/records\/([A-Za-z0-9_-]+)\.jsonl$/

const checkAllRecords = async (reading: Reading, { rows }: LedgerPass): Promise<Facts['records']> => {
  const families: Record<string, number> = {}
  const namedAttachments = new Set<string>()
  for (const file of reading.files.keys()) {
    const [, family] = recordFile.exec(file) ?? []
    if (family)
      families[family] = await checkRecords(reading, rows, 'records', file, path => namedAttachments.add(path))
  }
  for (const file of reading.files.keys())
    if (file.startsWith('data/attachments/') && !namedAttachments.has(file))
      reading.addFinding('records', 'attachment-unnamed', { file })
  const records = Object.values(families).reduce((sum, count) => sum + count, 0)
  return { records, attachments: namedAttachments.size, families }
}

const newestOf = (published: readonly Published[]): Pick<Facts['time'], 'newest'> => {
  const last = published.at(-1)
  return last ? { newest: { size: last.size, places: last.places } } : {}
}

const decisionsFile = 'data/decisions.jsonl'

/** Runs the checks, and records the facts of each completed part in `partialFacts`. */
const check = async (reading: Reading, options: Options, partialFacts: PartialFacts): Promise<void> => {
  const { source, files } = reading
  const { keys = [], checkpoints = [], progress = () => undefined, judge } = options
  partialFacts.container = { files: files.size, bytes: source.size }
  const signed = await checkSignature(reading, keys)
  if (!signed) return
  const { signer, id, checkpoint } = signed
  partialFacts.signature = { id, origin: checkpoint.origin, signer: signer.text, isNamed: keys.includes(signer.text) }
  const compared = await checkFiles(reading, signed, progress)
  if (compared) partialFacts.files = compared
  const {
    facts,
    passed: ledger,
    published,
  } = await checkLedger(reading, signed, { held: checkpoints, asOf: compared?.asOf })
  partialFacts.ledger = facts
  const recorded = await checkAllRecords(reading, ledger)
  partialFacts.records = { ...recorded, ...(compared?.asOf !== undefined && { asOf: compared.asOf }) }
  partialFacts.decisions = {
    decisions: await checkRecords(reading, ledger.rows, 'decisions', decisionsFile, () => undefined),
  }
  const marks = await checkMarks(reading, published, judge)
  partialFacts.time = { marks, isJudged: judge !== undefined, ...newestOf(published) }
  const items = await readLeftOut(reading)
  checkLeftOut(reading, items, ledger.rowsLeftOut)
  partialFacts['left out'] = { items }
}

/** Determines the state of seals and time-stamps. If a verdict was requested, its absence counts as unjudged. */
const stateOfTime = ({ marks, isJudged }: Facts['time']): State => {
  if (marks.length === 0) return isJudged ? 'unjudged' : 'absent'
  return marks.every(({ verdict }) => verdict === 'holds') ? 'holds' : 'unjudged'
}

const resultOf = ({ signature, ledger, time }: PartialFacts, isAltered: boolean): Result => {
  if (isAltered) return 'altered'
  if (ledger?.held.some(({ agreement }) => agreement !== 'same')) return 'other checkpoint'
  if (!signature?.isNamed) return 'sound'
  return time?.isJudged && stateOfTime(time) !== 'holds' ? 'unjudged' : 'proven'
}

/** Verifies a bundle. Throws only if the source cannot be read. */
export const verifyBundle = async (source: Source, primitives: Primitives, options: Options = {}): Promise<Report> => {
  const { findings, addFinding } = collect(options.all ?? false)
  const partialFacts: PartialFacts = {}
  let files: Files | 'no bundle' | undefined
  try {
    files = await readDirectory(source, addFinding)
    if (files && files !== 'no bundle') await check({ source, files, primitives, addFinding }, options, partialFacts)
  } catch (error) {
    if (!(error instanceof Stop)) throw error
  }
  const result = files === 'no bundle' ? 'no bundle' : resultOf(partialFacts, findings.length > 0)
  const stateOf = (section: Section): State => {
    if (findings.some(finding => finding.section === section)) return 'broken'
    if (section === 'time' && partialFacts.time) return stateOfTime(partialFacts.time)
    return partialFacts[section] ? 'holds' : 'not checked'
  }
  const parts = sections.map(section => {
    const facts = partialFacts[section]
    return { section, state: stateOf(section), ...(facts && { facts }) } as AnyPart
  })
  return { result, exit: exits[result], parts, findings }
}
