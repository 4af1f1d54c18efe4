/**
 * The keys by which a result is recognized in later runs, best first (SARIF 3.27.3, 3.27.4, 3.27.16, 3.27.17, appendix
 * B).
 */
import { lineOf } from '#client/import/text.ts'
import type { Result } from './log.ts'

/** The parts that distinguish results. */
export interface Subject {
  readonly result: Result
  readonly tool: string
  readonly ruleId: string
  readonly place: string
  readonly logical: string
  /** Its message, without the folders of the machine. */
  readonly portableWords: string
  /** The fingerprint that the command sent for it until November 2026. */
  readonly earlier: string
  /** Whether it becomes a finding, or only keeps an existing one unchanged. */
  readonly isTaken: boolean
}

export interface Identity {
  readonly fingerprint: string
  /** Alternative fingerprints, best first. */
  readonly former: readonly string[]
}

/** The maximum number of former fingerprints that the interface accepts. */
const maxFormer = 8

/** The maximum number of fingerprints of one kind per result; tools write a handful. */
const maxPrints = 50

/**
 * Whether a value is a fingerprint: white space shows that it is text, such as `requires login` of Semgrep and the
 * commit message of Gitleaks.
 */
const isPrint = (value: unknown): value is string => typeof value === 'string' && value !== '' && !/\s/.test(value)

type Methods = ReadonlyMap<string, ReadonlyMap<number, string>>

/** Groups fingerprints by method: `name/v2` is version 2 of `name` (3.27.16). */
const byMethod = (prints: Result['fingerprints']): Methods => {
  const methods = new Map<string, Map<number, string>>()
  const sorted = [...(prints ?? [])].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, maxPrints)
  for (const [name, value] of sorted) {
    if (!isPrint(value) || name.startsWith('primaryLocationStartColumn')) continue
    const [, method = name, version = '-1'] = /^(.*)\/v(\d{1,9})$/.exec(name) ?? []
    const versions = methods.get(method) ?? new Map<number, string>()
    methods.set(method, versions.set(Number(version), value))
  }
  return methods
}

/** The versions that a set of methods has, the highest first. */
const levelsOf = (methods: Methods): number[] =>
  [...new Set([...methods.values()].flatMap(values => [...values.keys()]))].sort((a, b) => b - a)

/** Each method's latest version up to a level. */
const latestUpTo = (methods: Methods, level: number): [string, number, string][] =>
  [...methods].flatMap(([name, values]) => {
    const version = Math.max(...[...values.keys()].filter(one => one <= level))
    const value = values.get(version)
    return value === undefined ? [] : [[name, version, value]]
  })

/** A way to recognize a result. */
interface Key {
  readonly key: string
  /** A value that must differ between different results; if they share it, the method identifies neither. */
  readonly exclusive: string
}

const keyOf = (key: readonly unknown[], exclusive: readonly unknown[] = key): Key => ({
  key: JSON.stringify(key),
  exclusive: JSON.stringify(exclusive),
})

/** The keys from `fingerprints`, with rule and place, so that a constant value merges as little as possible. */
const wholePrints = ({ result, tool, ruleId, place }: Subject): Key[] => {
  const methods = byMethod(result.fingerprints)
  return levelsOf(methods).flatMap(level =>
    [...methods].flatMap(([name, values]) => {
      const print = [tool, name, level, values.get(level)]
      return values.has(level) ? [keyOf(['fingerprint', ruleId, place, ...print], ['fingerprint', ...print])] : []
    }),
  )
}

/** The keys from `partialFingerprints`: all methods of a tool together, within its rule and file. */
const partialPrints = ({ result, tool, ruleId, place }: Subject): Key[] => {
  const methods = byMethod(result.partialFingerprints)
  return levelsOf(methods).map(level => keyOf(['partial', tool, ruleId, place, latestUpTo(methods, level)]))
}

const correlation = ({ result, tool }: Subject): Key[] =>
  result.correlationGuid ? [keyOf(['correlation', tool, result.correlationGuid.toLowerCase()])] : []

const snippetOf = ({ result }: Subject): string =>
  lineOf(result.locations?.[0]?.physicalLocation?.region?.snippet?.text ?? '')

/**
 * The appearance of a result: rule, place, text and snippet; never the line, which moves, nor `guid`, which differs in
 * each run.
 */
const appearance = (subject: Subject): string => {
  const { tool, ruleId, place, logical, portableWords } = subject
  return JSON.stringify(['words', tool, ruleId, place, logical, lineOf(portableWords), snippetOf(subject)])
}

/** The values that results of different appearance share. */
const sharedKeys = (keys: readonly (readonly Key[])[], appearances: readonly string[]): ReadonlySet<string> => {
  const first = new Map<string, string>()
  const shared = new Set<string>()
  for (const [i, own] of keys.entries())
    for (const { exclusive } of own) {
      const appearanceText = appearances[i] ?? ''
      if ((first.get(exclusive) ?? appearanceText) !== appearanceText) shared.add(exclusive)
      first.set(exclusive, appearanceText)
    }
  return shared
}

/**
 * Earlier commands merged results with the same earlier fingerprint and kept the first, so only that one inherits the
 * record.
 */
const heirsOf = (subjects: readonly Subject[]): ReadonlySet<Subject> => {
  const heirs = new Map<string, Subject>()
  for (const subject of subjects) {
    const current = heirs.get(subject.earlier)
    if (!current || (subject.isTaken && !current.isTaken)) heirs.set(subject.earlier, subject)
  }
  return new Set(heirs.values())
}

/**
 * The identities of all results of one source, in file order. All are different: the second of equal results gets `:1`,
 * the third `:2`.
 */
export const identitiesOf = (subjects: readonly Subject[], digest: (text: string) => string): Identity[] => {
  const appearances = subjects.map(appearance)
  const keys = subjects.map(one => [...correlation(one), ...wholePrints(one), ...partialPrints(one)])
  const shared = sharedKeys(keys, appearances)
  const counts = new Map<string, number>()
  const numberKey = (key: string): string => {
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return count === 0 ? digest(key) : `${digest(key)}:${count}`
  }
  const heirs = heirsOf(subjects)
  return subjects.map((subject, i) => {
    const usableKeys = (keys[i] ?? []).filter(one => !shared.has(one.exclusive)).map(one => one.key)
    const [fingerprint = '', ...others] = [...usableKeys, appearances[i] ?? ''].map(numberKey)
    const earlier = heirs.has(subject) ? [subject.earlier] : []
    return { fingerprint, former: [...others.slice(0, maxFormer - 1), ...earlier] }
  })
}
