/** The tools with which a bundle is forged: its files, the stolen keys, and random numbers. */
import { type BundleContents, type ForgeableBundle, sealContents } from './make-bundle.ts'
import { canonical, foldLines } from './write-ledger.ts'
import { checkpointText, noteOf, type Signer } from './write-note.ts'
import { zipOf } from './write-zip.ts'

export const noteFile = 'META-INF/bundle.note'
export const bagInfo = 'bag-info.txt'
export const log = 'data/ledger/log.jsonl'
export const claims = 'data/records/claims.jsonl'
export const attachments = 'data/records/attachments.jsonl'
export const decisions = 'data/decisions.jsonl'
export const checkpointFile = 'data/ledger/checkpoint.txt'
export const published = 'data/ledger/checkpoints.jsonl'
export const keysFile = 'data/ledger/keys.txt'
export const leftOut = 'data/left-out.jsonl'
export const erasures = 'data/ledger/erasures.jsonl'

/** Returns a source of random integers below a bound (mulberry32). A seed always gives the same sequence. */
export const createRandom = (seed: number): ((bound: number) => number) => {
  let state = seed >>> 0
  return bound => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound)
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a forger writes what no type allows
export type AnyJson = any

export class Forger {
  readonly bundle: ForgeableBundle
  readonly contents: BundleContents
  readonly random: (bound: number) => number

  constructor(bundle: ForgeableBundle, random: (bound: number) => number) {
    this.bundle = bundle
    this.contents = new Map(bundle.contents)
    this.random = random
  }

  get bytes(): Buffer {
    return this.bundle.bytes
  }

  get attachmentNames(): string[] {
    return [...this.contents.keys()].filter(name => name.startsWith('data/attachments/'))
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.random(choices.length)] as T
  }

  noise(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.random(256)))
  }

  flip(bytes: Buffer): Buffer {
    const copy = Buffer.from(bytes)
    const index = this.random(copy.length)
    copy[index] = (copy[index] as number) ^ (1 << this.random(8))
    return copy
  }

  get(name: string): Buffer {
    const bytes = this.contents.get(name)
    if (!bytes) throw new Error(`the bundle has no ${name}`)
    return bytes
  }

  set(name: string, bytes: Buffer | string): void {
    this.contents.set(name, Buffer.from(bytes))
  }

  lines(name: string): string[] {
    return this.get(name).toString().split('\n').slice(0, -1)
  }

  setLines(name: string, lines: readonly string[]): void {
    this.set(name, lines.map(line => `${line}\n`).join(''))
  }

  /** Changes one of the lines that `of` accepts. */
  editLine(name: string, edit: (line: string) => string, of: (line: string) => boolean = () => true): void {
    const lines = this.lines(name)
    const index = this.pick([...lines.keys()].filter(n => of(lines[n] as string)))
    lines[index] = edit(lines[index] as string)
    this.setLines(name, lines)
  }

  /** Changes one line of JSON. `write` serializes it. */
  editJson(
    name: string,
    edit: (value: AnyJson) => void,
    { of, write = canonical }: { of?: (line: string) => boolean; write?: (value: unknown) => string } = {},
  ): void {
    const change = (line: string): string => {
      const value = JSON.parse(line)
      edit(value)
      return write(value)
    }
    this.editLine(name, change, of)
  }

  /** Signs a new checkpoint of the current log. */
  resealLedger(signer: Signer = this.bundle.checkpointKey): void {
    const { size, root } = foldLines(this.lines(log))
    this.set(checkpointFile, noteOf(checkpointText(this.bundle.origin, size, root), signer))
  }

  /** Recomputes the manifests. If a key is given, signs them again. */
  seal(key?: Signer): void {
    sealContents(this.contents, this.bundle, key)
  }

  sealWithStolenKey(): void {
    this.seal(this.bundle.bundleKey)
  }

  zip(twist?: Parameters<typeof zipOf>[1]): Buffer {
    return zipOf(this.contents, twist)
  }
}

/** The result that verifying a forgery must have. */
export type Expected = 'altered' | 'other checkpoint'

export interface Forgery {
  /** Changes the files, or returns the bytes of a whole bundle. */
  readonly forge: (forger: Forger) => unknown
  /** The expected result, if it is not `altered`. */
  readonly expected?: Expected
  /** Whether the forgery is large, and therefore created only once. */
  readonly isLarge?: true
  /** Whether the forgery needs a bundle with an e-seal and a time-stamp. */
  readonly needsSeals?: true
  /** Whether the forgery needs an as-of bundle. */
  readonly needsMoment?: true
}

export type Forgeries = Readonly<Record<string, Forgery['forge'] | Forgery>>

export const isShownLine = (line: string): boolean => line.includes('"leaf"')
export const skipped = (line: string): boolean => line.includes('"skip"')

/** Applies a change, recomputes everything that must match it, and signs with the stolen bundle key. */
export const withStolenKey =
  (change: (forger: Forger) => void) =>
  (forger: Forger): void => {
    change(forger)
    forger.sealWithStolenKey()
  }

/** Applies a change, and recomputes everything that needs no key. */
export const resealed =
  (change: (forger: Forger) => void) =>
  (forger: Forger): void => {
    change(forger)
    forger.seal()
  }

export const alterRow = (forger: Forger): void =>
  forger.editJson(
    log,
    line => {
      line.leaf.event[forger.pick(['actorId', 'createdAt', 'action', 'outcome', 'resourceId', 'requestId'])] += 'x'
    },
    { of: isShownLine },
  )

export const forgetPublished = (forger: Forger): void => forger.setLines(published, [])
