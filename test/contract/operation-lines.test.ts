import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import type { Endpoint } from '#http/endpoint.ts'
import { endpoints } from '#src/features.ts'
import { operationLines } from './operation-lines.ts'

const endpointNamed = (name: string): Endpoint => {
  const endpoint = endpoints.find(candidate => candidate.name === name)
  assert.ok(endpoint, name)
  return endpoint
}

const linesOf = (subset: readonly Endpoint[]): string[] => operationLines('workspace', subset).trimEnd().split('\n')

const linesAfter = (endpoint: Endpoint, change: Partial<Endpoint>): string[] => {
  const linesBefore = linesOf([endpoint])
  return linesOf([{ ...endpoint, ...change }]).filter(line => !linesBefore.includes(line))
}

/** Returns a schema whose limit only the full description shows, not the fields of the line. */
const schema = (maxLength: number, text: string, values = ['a', 'b']) =>
  Type.Object({
    description: Type.String({ maxLength, description: text }),
    kind: Type.Union(
      values.map(value => Type.Literal(value)),
      { title: 'KindOfLine' },
    ),
  })

test('a line has what callers send and receive', () => {
  const [line = ''] = linesOf([endpointNamed('createCalendarFeed')])
  assert.match(
    line,
    /^POST \/api\/workspace\/calendar-feeds createCalendarFeed [a-z,]+ body=\S+ answers=201:[\w+]+,400,\S+ digest=[0-9a-f]{12}$/,
  )
})

test('each change of the contract changes the line', () => {
  const endpoint = { ...endpointNamed('createCalendarFeed'), body: schema(10, 'a text') }
  for (const change of [
    { body: schema(11, 'a text') },
    { body: schema(10, 'a text', ['a', 'c']) },
    { response: schema(10, 'a text') },
    { errors: [] },
  ])
    assert.equal(linesAfter(endpoint, change).length, 1, JSON.stringify(change))
})

test('a change to a text does not change a line', () => {
  const endpoint = { ...endpointNamed('createCalendarFeed'), body: schema(10, 'a text') }
  assert.deepEqual(linesAfter(endpoint, { summary: 'Another summary', body: schema(10, 'another text') }), [])
})

test('a change in a shared part changes each operation that returns it', () => {
  const [control, claim] = [endpointNamed('getWorkspaceControl'), endpointNamed('getWorkspaceClaim')]
  const changedEndpoint = { ...control, response: Type.Object({ id: Type.String() }, { title: 'ControlDetail' }) }
  const [before, after] = [linesOf([control, claim]), linesOf([changedEndpoint, claim])]
  assert.deepEqual(
    after.map((line, i) => line === before[i]),
    before.map(line => line.includes('getWorkspaceClaim')),
  )
})
