/**
 * Finds the tests that depend on a top-level name that is not a function, such as a limit or a statement. Coverage
 * cannot show who uses such a name, so this follows the functions and the names that mention it, for up to three steps.
 */
import type { ReachMap } from './map.ts'
import type { Graph } from './project.ts'
import { isTest } from './rules.ts'
import type { Part, Source } from './units.ts'

/** The longest chain, for example limit → field → schema → endpoint. */
const steps = 3

export interface Taint {
  /** Tests that depend on a name of a file. */
  of(file: string, name: string): ReadonlySet<string>
  /** Tests that execute a function, or depend on a name that it creates when its module loads. */
  ofFunction(file: string, path: string): ReadonlySet<string>
}

const namesMentioning = (parts: ReadonlyMap<string, Part>, name: string): string[] =>
  [...parts]
    .filter(([otherName, part]) => otherName !== name && part.mentions.has(name))
    .map(([otherName]) => otherName)

const firstOf = (path: string): string => path.split('.')[0] ?? ''

export const createTaint = ({ functions, onLoad }: Pick<ReachMap, 'functions' | 'onLoad'>, graph: Graph): Taint => {
  const collect = (tests: Set<string>) => {
    /** The remaining steps when each name was last visited. A name is revisited only with more remaining steps. */
    const stepsByName = new Map<string, number>()

    const addExecutors = (file: string, path: string): void => {
      for (const test of functions.get(file)?.get(path) ?? []) tests.add(test)
    }
    const visitFunction = (file: string, path: string, remainingSteps: number): void => {
      addExecutors(file, path)
      if (onLoad.has(`${file}#${path}`)) visitName(file, firstOf(path), remainingSteps)
    }
    const visitUsers = (file: string, source: Source, name: string, remainingSteps: number): void => {
      for (const path of namesMentioning(source.functions, name)) visitFunction(file, path, remainingSteps - 1)
      for (const otherName of namesMentioning(source.names, name))
        if (!source.registries.has(otherName)) visitName(file, otherName, remainingSteps - 1)
    }
    const visitName = (file: string, name: string, remainingSteps: number): void => {
      const key = `${file}#${name}`
      if (remainingSteps < 0 || (stepsByName.get(key) ?? -1) >= remainingSteps) return
      stepsByName.set(key, remainingSteps)
      const source = graph.source(file)
      if (!source) return
      for (const path of source.functions.keys()) if (firstOf(path) === name) addExecutors(file, path)
      visitUsers(file, source, name, remainingSteps)
      for (const importer of graph.importersOf(file, name)) {
        if (isTest(importer.file)) tests.add(importer.file)
        if (importer.isReexport) visitName(importer.file, importer.local, remainingSteps)
        const other = graph.source(importer.file)
        if (other) visitUsers(importer.file, other, importer.local, remainingSteps)
      }
    }
    return { visitName, visitFunction }
  }
  return {
    of(file, name) {
      const tests = new Set<string>()
      collect(tests).visitName(file, name, steps)
      return tests
    },
    ofFunction(file, path) {
      const tests = new Set<string>()
      collect(tests).visitFunction(file, path, steps)
      return tests
    },
  }
}
