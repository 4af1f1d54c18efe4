import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { nextState, readTransitions, statusTransitions, type TransitionTable } from './lane-states.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/webhook-engine.md'), 'utf8')

/** Reads the cells of the page's table with this first heading, without the line below the headings. */
const readTable = (name: string): string[][] => {
  const [table = ''] = page.split('\n\n').filter(part => part.startsWith(`| ${name} |`))
  const lines = table.split('\n').map(line => line.split('|').map(cell => cell.trim()))
  return lines.map(cells => cells.slice(1, -1)).filter((_, i) => i !== 1)
}

const renderCell = <State extends string, Event extends string>(
  table: TransitionTable<State, Event>,
  state: State,
  event: Event,
): string => {
  if (!table[state][event]) {
    assert.throws(() => nextState(table, state, event), {
      message: `${event} cannot happen to a lane that is ${state}`,
    })
    return '–'
  }
  const { to, effects } = nextState(table, state, event)
  return effects.length > 0 ? `${to}: ${effects.join(', ')}` : to
}

const renderTable = <State extends string, Event extends string>(
  name: string,
  table: TransitionTable<State, Event>,
): string[][] => {
  const states = Object.keys(table) as State[]
  const [first] = Object.values<Readonly<Record<Event, unknown>>>(table)
  const events = Object.keys(first ?? {}) as Event[]
  return [[name, ...events], ...states.map(state => [state, ...events.map(event => renderCell(table, state, event))])]
}

test("the effects of each event on a lane's status are as documented", () => {
  assert.deepEqual(renderTable('status', statusTransitions), readTable('status'))
})

test("the effects of each event on a lane's read state are as documented", () => {
  assert.deepEqual(renderTable('read state', readTransitions), readTable('read state'))
})
