/**
 * Finds the tests that depend on a top-level name that is not a function, such as a limit or a statement, because
 * coverage does not show its users. Follows functions that mention it, and names made from it, for a number of steps.
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
  [...parts].filter(([own, part]) => own !== name && part.mentions.has(name)).map(([own]) => own)

const firstOf = (path: string): string => path.split('.')[0] ?? ''

export const createTaint = ({ functions, onLoad }: Pick<ReachMap, 'functions' | 'onLoad'>, graph: Graph): Taint => {
  const collect = (tests: Set<string>) => {
    /** The steps that were left at each name. It is visited again only if more are left. */
    const stepsByName = new Map<string, number>()

    const executed = (file: string, path: string): void => {
      for (const test of functions.get(file)?.get(path) ?? []) tests.add(test)
    }
    const ofFunction = (file: string, path: string, left: number): void => {
      executed(file, path)
      if (onLoad.has(`${file}#${path}`)) ofName(file, firstOf(path), left)
    }
    const visitName = (file: string, source: Source, name: string, left: number): void => {
      for (const path of namesMentioning(source.functions, name)) ofFunction(file, path, left - 1)
      for (const own of namesMentioning(source.names, name))
        if (!source.registries.has(own)) ofName(file, own, left - 1)
    }
    const ofName = (file: string, name: string, left: number): void => {
      const key = `${file}#${name}`
      if (left < 0 || (stepsByName.get(key) ?? -1) >= left) return
      stepsByName.set(key, left)
      const source = graph.source(file)
      if (!source) return
      for (const path of source.functions.keys()) if (firstOf(path) === name) executed(file, path)
      visitName(file, source, name, left)
      for (const importer of graph.importersOf(file, name)) {
        if (isTest(importer.file)) tests.add(importer.file)
        if (importer.isReexport) ofName(importer.file, importer.local, left)
        const other = graph.source(importer.file)
        if (other) visitName(importer.file, other, importer.local, left)
      }
    }
    return { ofName, ofFunction }
  }
  return {
    of(file, name) {
      const tests = new Set<string>()
      collect(tests).ofName(file, name, steps)
      return tests
    },
    ofFunction(file, path) {
      const tests = new Set<string>()
      collect(tests).ofFunction(file, path, steps)
      return tests
    },
  }
}
