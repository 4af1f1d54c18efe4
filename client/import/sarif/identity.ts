/** How a result is known again in later runs, best first (SARIF 3.27.3, 3.27.4, 3.27.16, 3.27.17, appendix B). */
import { lineOf } from '#client/import/text.ts'
import type { Result } from './log.ts'

/** What tells results apart. */
export interface Subject {
  readonly result: Result
  readonly tool: string
  readonly ruleId: string
  readonly place: string
  readonly logical: string
  /** Its message, without the folders of the machine. */
  readonly portableWords: string
  /** Under which the command sent it until November 2026. */
  readonly earlier: string
  /** Whether it becomes a finding, or only keeps one as it is. */
  readonly isTaken: boolean
}

export interface Identity {
  readonly fingerprint: string
  /** Others by which it may be known, best first. */
  readonly former: readonly string[]
}

/** The limits of the interface. */
const mostFormer = 8

/** Of one result and kind; tools write a handful. */
const mostPrints = 50

/** White space makes it words, such as `requires login` of Semgrep and the commit message of Gitleaks. */
const isPrint = (value: unknown): value is string => typeof value === 'string' && value !== '' && !/\s/.test(value)

type Methods = ReadonlyMap<string, ReadonlyMap<number, string>>

/** `name/v2` is version 2 of `name` (3.27.16). */
const byMethod = (prints: Result['fingerprints']): Methods => {
  const methods = new Map<string, Map<number, string>>()
  const sorted = [...(prints ?? [])].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, mostPrints)
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
const upTo = (methods: Methods, level: number): [string, number, string][] =>
  [...methods].flatMap(([name, values]) => {
    const version = Math.max(...[...values.keys()].filter(one => one <= level))
    const value = values.get(version)
    return value === undefined ? [] : [[name, version, value]]
  })

/** A way to know a result again. */
interface Key {
  readonly key: string
  /** What differing results must not share, or it names neither. */
  readonly exclusive: string
}

const keyOf = (key: readonly unknown[], exclusive: readonly unknown[] = key): Key => ({
  key: JSON.stringify(key),
  exclusive: JSON.stringify(exclusive),
})

/** Below rule and place too: a value that a tool gives to everything then merges as little as can be. */
const wholePrints = ({ result, tool, ruleId, place }: Subject): Key[] => {
  const methods = byMethod(result.fingerprints)
  return levelsOf(methods).flatMap(level =>
    [...methods].flatMap(([name, values]) => {
      const print = [tool, name, level, values.get(level)]
      return values.has(level) ? [keyOf(['fingerprint', ruleId, place, ...print], ['fingerprint', ...print])] : []
    }),
  )
}

/** These count only together with the rule and the file; all methods of a tool together, as it meant them. */
const partialPrints = ({ result, tool, ruleId, place }: Subject): Key[] => {
  const methods = byMethod(result.partialFingerprints)
  return levelsOf(methods).map(level => keyOf(['partial', tool, ruleId, place, upTo(methods, level)]))
}

const correlation = ({ result, tool }: Subject): Key[] =>
  result.correlationGuid ? [keyOf(['correlation', tool, result.correlationGuid.toLowerCase()])] : []

const snippetOf = ({ result }: Subject): string =>
  lineOf(result.locations?.[0]?.physicalLocation?.region?.snippet?.text ?? '')

/** Rule, place, words and snippet; never the line, which moves, nor `guid`, which is another one in each run. */
const appearance = (subject: Subject): string => {
  const { tool, ruleId, place, logical, portableWords } = subject
  return JSON.stringify(['words', tool, ruleId, place, logical, lineOf(portableWords), snippetOf(subject)])
}

/** What results of different appearance have in common. */
const sharedKeys = (keys: readonly (readonly Key[])[], appearances: readonly string[]): ReadonlySet<string> => {
  const first = new Map<string, string>()
  const shared = new Set<string>()
  for (const [i, own] of keys.entries())
    for (const { exclusive } of own) {
      const look = appearances[i] ?? ''
      if ((first.get(exclusive) ?? look) !== look) shared.add(exclusive)
      first.set(exclusive, look)
    }
  return shared
}

/** Earlier commands merged what has one earlier fingerprint and kept the first, so only that one inherits the record. */
const heirsOf = (subjects: readonly Subject[]): ReadonlySet<Subject> => {
  const heirs = new Map<string, Subject>()
  for (const subject of subjects) {
    const before = heirs.get(subject.earlier)
    if (!before || (subject.isTaken && !before.isTaken)) heirs.set(subject.earlier, subject)
  }
  return new Set(heirs.values())
}

/**
 * The identities of all results that stand for one source, in the order of the file, no two the same: of equal ones, the
 * second has `:1`, the third `:2`.
 */
export const identitiesOf = (subjects: readonly Subject[], digest: (text: string) => string): Identity[] => {
  const appearances = subjects.map(appearance)
  const keys = subjects.map(one => [...correlation(one), ...wholePrints(one), ...partialPrints(one)])
  const shared = sharedKeys(keys, appearances)
  const seen = new Map<string, number>()
  const numbered = (key: string): string => {
    const count = seen.get(key) ?? 0
    seen.set(key, count + 1)
    return count === 0 ? digest(key) : `${digest(key)}:${count}`
  }
  const heirs = heirsOf(subjects)
  return subjects.map((subject, i) => {
    const named = (keys[i] ?? []).filter(one => !shared.has(one.exclusive)).map(one => one.key)
    const [fingerprint = '', ...others] = [...named, appearances[i] ?? ''].map(numbered)
    const earlier = heirs.has(subject) ? [subject.earlier] : []
    return { fingerprint, former: [...others.slice(0, mostFormer - 1), ...earlier] }
  })
}
