/**
 * `npm run faults:tests -- [--count 20] [--seed 1] [--map dist/reach.txt] [--whole]`: injects one fault at a time into
 * the server, such as an inverted condition, and runs the tests that the map selects for it, until the first failure.
 * With `--whole`, it also runs the other tests of the map for a fault that the selected tests miss. The report counts
 * the faults that only these other tests detect.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createRandom } from '#test/faults/random.ts'
import { gitIn } from './changes.ts'
import { mapFile } from './choosing.ts'
import { parseMap } from './map.ts'
import { graphOf, projectIn } from './project.ts'
import { isSource, isTest } from './rules.ts'
import { select } from './selection.ts'
import { childOf, childrenOf, type Node, parse } from './syntax.ts'

const root = join(import.meta.dirname, '..', '..')

interface Fault {
  readonly start: number
  readonly end: number
  readonly text: string
}

type FaultMaker = (node: Node, text: string) => Fault | undefined

const opposite: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '>=',
  '>': '<=',
  '<=': '>',
  '>=': '<',
}

const textBetween = (node: Node, text: string, left: string, right: string) => {
  const [from, to] = [childOf(node, left)?.end ?? 0, childOf(node, right)?.start ?? 0]
  return { start: from, end: to, text: text.slice(from, to) }
}

/** Creates faults. There is one kind of fault for each type of syntax node. */
const faultMakers: Readonly<Record<string, FaultMaker>> = {
  IfStatement(node, text) {
    const test = childOf(node, 'test')
    return test && { start: test.start, end: test.end, text: `!(${text.slice(test.start, test.end)})` }
  },
  BinaryExpression(node, text) {
    const operator = String(node.operator)
    const replacement = opposite[operator]
    const operatorRange = textBetween(node, text, 'left', 'right')
    return replacement === undefined
      ? undefined
      : { ...operatorRange, text: operatorRange.text.replace(operator, replacement) }
  },
  LogicalExpression(node, text) {
    const operator = String(node.operator)
    const operatorRange = textBetween(node, text, 'left', 'right')
    return operator === '??'
      ? undefined
      : { ...operatorRange, text: operatorRange.text.replace(operator, operator === '&&' ? '||' : '&&') }
  },
  ExpressionStatement: ({ start, end }) => ({ start, end, text: ';' }),
  Literal({ start, end, value }) {
    return typeof value === 'number' ? { start, end, text: `${value + 1}` } : undefined
  },
}

const faultsIn = (file: string, source: string): Fault[] => {
  const { text, statements } = parse(file, source)
  const faults: Fault[] = []
  const visit = (node: Node): void => {
    const fault = faultMakers[node.type]?.(node, text)
    if (fault) faults.push(fault)
    for (const child of childrenOf(node)) visit(child)
  }
  for (const statement of statements) if (statement.type !== 'ImportDeclaration') visit(statement)
  return faults
}

/** Returns whether one of the test files fails. The run ends with the first failure. */
const isCaughtBy = async (files: readonly string[]): Promise<boolean> => {
  if (files.length === 0) return false
  const run = spawn(process.execPath, ['test/run.ts', ...files], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
  let hasFailed = false
  run.stdout.on('data', chunk => {
    if (!hasFailed && String(chunk).includes('✖')) {
      hasFailed = true
      run.kill('SIGTERM')
    }
  })
  const [code] = await once(run, 'close')
  return hasFailed || code !== 0
}

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    map: { type: 'string', default: mapFile },
    whole: { type: 'boolean', default: false },
  },
})
if (gitIn(root).modified().length > 0)
  throw new Error('commit first: each fault is undone by writing the file as it was')
const random = createRandom(`reach ${values.seed}`)
const map = parseMap(readFileSync(join(root, values.map), 'utf8'))
const tests = map.tests.map(({ file }) => file)
const alwaysRun = new Set(map.tests.filter(one => one.always).map(({ file }) => file))
const project = projectIn(root)
const sources = [...map.functions.keys()].filter(file => file.startsWith('src/') && isSource(file) && !isTest(file))

const pick = <T>(choices: readonly T[]): T | undefined => choices[random.whole(0, choices.length - 1)]

/** Returns the tests that the change affects, without the tests that always run. */
const selectTestsFor = (file: string, before: string): string[] => {
  const graph = graphOf(projectIn(root))
  const { files } = select([{ file, before }], { map, tests, graph, atMap: path => project.text(path) })
  return [...files.keys()].filter(test => !alwaysRun.has(test))
}

type Outcome = 'selected' | 'others' | 'missed'

const tryFault = async (file: string, source: string, fault: Fault): Promise<Outcome> => {
  const location = `${file}:${source.slice(0, fault.start).split('\n').length}`
  try {
    writeFileSync(join(root, file), source.slice(0, fault.start) + fault.text + source.slice(fault.end))
    const selectedTests = selectTestsFor(file, source)
    const otherTests = tests.filter(test => !selectedTests.includes(test))
    let outcome: Outcome = 'missed'
    if (await isCaughtBy(selectedTests)) outcome = 'selected'
    else if (values.whole && (await isCaughtBy(otherTests))) outcome = 'others'
    const change = `${source.slice(fault.start, fault.end).slice(0, 50)} → ${fault.text.slice(0, 50)}`.replace(
      /\s+/g,
      ' ',
    )
    console.log(`${outcome.padEnd(8)} ${selectedTests.length} of ${tests.length} run  ${location}  ${change}`)
    return outcome
  } finally {
    writeFileSync(join(root, file), source)
  }
}

const tally: Record<Outcome, number> = { selected: 0, others: 0, missed: 0 }
for (let attempts = 0; attempts < Number(values.count); ) {
  const file = pick(sources)
  const source = file && project.text(file)
  const fault = file && source && pick(faultsIn(file, source))
  if (!fault) continue
  tally[await tryFault(file, source, fault)] += 1
  attempts += 1
}
console.log(
  `caught by the selection: ${tally.selected}, only by others: ${tally.others}, by no test that ran: ${tally.missed}`,
)
