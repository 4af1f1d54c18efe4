/**
 * Computes the keys by which a result is recognized in later runs, best first (SARIF 3.27.3, 3.27.4, 3.27.16, 3.27.17,
 * appendix B).
 */
import { lineOf } from '#client/import/text.ts'
import type { Result } from './log.ts'

/** A result with the parts that distinguish it from others. */
export interface Subject {
  readonly result: Result
  readonly tool: string
  readonly ruleId: string
  readonly place: string
  readonly logical: string
  /** The message, without folders of the machine. */
  readonly portableWords: string
  /** The fingerprint that versions of the command before November 2026 sent. */
  readonly earlier: string
  /** Whether the result becomes a finding; otherwise it only keeps an existing finding unchanged. */
  readonly isTaken: boolean
}

export interface Identity {
  readonly fingerprint: string
  /** Alternative fingerprints, best first. */
  readonly former: readonly string[]
}

/** The maximum number of former fingerprints that the API accepts. */
const maxFormer = 8

/** The maximum number of fingerprints per result and kind; tools write only a few. */
const maxPrints = 50

/**
 * Whether a value is a fingerprint. White space indicates text, such as `requires login` of Semgrep or a commit message
 * of Gitleaks.
 */
const isFingerprint = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && !/\s/.test(value)

type Methods = ReadonlyMap<string, ReadonlyMap<number, string>>

/** Groups fingerprints by method: `name/v2` is version 2 of `name` (3.27.16). */
const byMethod = (prints: Result['fingerprints']): Methods => {
  const methods = new Map<string, Map<number, string>>()
  const sorted = [...(prints ?? [])].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, maxPrints)
  for (const [name, value] of sorted) {
    if (!isFingerprint(value) || name.startsWith('primaryLocationStartColumn')) continue
    const [, method = name, version = '-1'] = /^(.*)\/v(\d{1,9})$/.exec(name) ?? []
    const versions = methods.get(method) ?? new Map<number, string>()
    methods.set(method, versions.set(Number(version), value))
  }
  return methods
}

/** Lists the versions of all methods, highest first. */
const levelsOf = (methods: Methods): number[] =>
  [...new Set([...methods.values()].flatMap(values => [...values.keys()]))].sort((a, b) => b - a)

/** Selects the latest version of each method up to a level. */
const latestUpTo = (methods: Methods, level: number): [string, number, string][] =>
  [...methods].flatMap(([name, values]) => {
    const version = Math.max(...[...values.keys()].filter(one => one <= level))
    const value = values.get(version)
    return value === undefined ? [] : [[name, version, value]]
  })

/** A way to recognize a result. */
interface Key {
  readonly key: string
  /** A value that must differ between results. If different results share it, this key identifies neither. */
  readonly exclusive: string
}

const keyOf = (key: readonly unknown[], exclusive: readonly unknown[] = key): Key => ({
  key: JSON.stringify(key),
  exclusive: JSON.stringify(exclusive),
})

/** The keys from `fingerprints`. They include rule and place, to limit the damage if a tool writes a constant. */
const fingerprintKeys = ({ result, tool, ruleId, place }: Subject): Key[] => {
  const methods = byMethod(result.fingerprints)
  return levelsOf(methods).flatMap(level =>
    [...methods].flatMap(([name, values]) => {
      const print = [tool, name, level, values.get(level)]
      return values.has(level) ? [keyOf(['fingerprint', ruleId, place, ...print], ['fingerprint', ...print])] : []
    }),
  )
}

/** The keys from `partialFingerprints`, which combine all methods of a tool with rule and place. */
const partialFingerprintKeys = ({ result, tool, ruleId, place }: Subject): Key[] => {
  const methods = byMethod(result.partialFingerprints)
  return levelsOf(methods).map(level => keyOf(['partial', tool, ruleId, place, latestUpTo(methods, level)]))
}

const correlationKeys = ({ result, tool }: Subject): Key[] =>
  result.correlationGuid ? [keyOf(['correlation', tool, result.correlationGuid.toLowerCase()])] : []

const snippetOf = ({ result }: Subject): string =>
  lineOf(result.locations?.[0]?.physicalLocation?.region?.snippet?.text ?? '')

/**
 * Describes the appearance of a result: rule, place, text and snippet. Excludes the line, which moves, and `guid`,
 * which differs in each run.
 */
const appearance = (subject: Subject): string => {
  const { tool, ruleId, place, logical, portableWords } = subject
  return JSON.stringify(['words', tool, ruleId, place, logical, lineOf(portableWords), snippetOf(subject)])
}

/** Finds exclusive values that results with different appearances share. */
const sharedKeys = (keys: readonly (readonly Key[])[], appearances: readonly string[]): ReadonlySet<string> => {
  const first = new Map<string, string>()
  const shared = new Set<string>()
  for (const [i, resultKeys] of keys.entries())
    for (const { exclusive } of resultKeys) {
      const appearanceText = appearances[i] ?? ''
      if ((first.get(exclusive) ?? appearanceText) !== appearanceText) shared.add(exclusive)
      first.set(exclusive, appearanceText)
    }
  return shared
}

/**
 * Selects the result that inherits the existing record for each earlier fingerprint. Earlier versions of the command
 * merged results with the same fingerprint and kept the first.
 */
const inheritorsOf = (subjects: readonly Subject[]): ReadonlySet<Subject> => {
  const inheritors = new Map<string, Subject>()
  for (const subject of subjects) {
    const current = inheritors.get(subject.earlier)
    if (!current || (subject.isTaken && !current.isTaken)) inheritors.set(subject.earlier, subject)
  }
  return new Set(inheritors.values())
}

/**
 * Computes distinct identities for all results of one source, in file order. The second of equal results gets the
 * suffix `:1`, the third `:2`.
 */
export const identitiesOf = (subjects: readonly Subject[], digest: (text: string) => string): Identity[] => {
  const appearances = subjects.map(appearance)
  const keys = subjects.map(one => [...correlationKeys(one), ...fingerprintKeys(one), ...partialFingerprintKeys(one)])
  const shared = sharedKeys(keys, appearances)
  const counts = new Map<string, number>()
  const numberKey = (key: string): string => {
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return count === 0 ? digest(key) : `${digest(key)}:${count}`
  }
  const inheritors = inheritorsOf(subjects)
  return subjects.map((subject, i) => {
    const usableKeys = (keys[i] ?? []).filter(one => !shared.has(one.exclusive)).map(one => one.key)
    const [fingerprint = '', ...others] = [...usableKeys, appearances[i] ?? ''].map(numberKey)
    const earlier = inheritors.has(subject) ? [subject.earlier] : []
    return { fingerprint, former: [...others.slice(0, maxFormer - 1), ...earlier] }
  })
}
