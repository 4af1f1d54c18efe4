import { after, before, describe, test } from 'node:test'
import type { Operation } from '#http/operation.ts'
import type { ApiResponse } from '#test/system.ts'
import { queryOf, titleOf, urlPathOf } from './requests.ts'
import { fieldsOf, type Schema, sampleOf } from './samples.ts'
import { assertRefused, assertStoresNothing, bootHostile, type HostileClient, operations } from './workspace.ts'

let hostile: HostileClient

before(async () => {
  hostile = await bootHostile()
})
after(() => hostile[Symbol.asyncDispose]())

const get = (operation: Operation, url: string): Promise<ApiResponse> =>
  hostile.probata.call(operation.method, url, hostile.callerOf(operation))

const encode = (value: string) => encodeURIComponent(value)

interface BadQuery {
  readonly text: string
  readonly error?: string
  readonly path?: readonly string[]
}

const alwaysInvalid = ['%00', 'a%00b', '%ff', '%ED%A0%80', '%', '%zz', '%u0000']

const badTexts = (schema: Schema): string[] => {
  if (schema.type === 'integer')
    return [
      '0',
      '-1',
      '-0',
      'abc',
      '0x10',
      '1e2',
      '1.5',
      '',
      '+5',
      '%205',
      '007',
      '1_0',
      '١',
      'Infinity',
      'null',
      '9e999',
    ]
  if (schema.enum) return ['', 'unknown', 'ACTIVE', encode(`${schema.enum[0]} `), encode(`${schema.enum[0]}\n`)]
  return schema.maxLength === undefined
    ? []
    : [encode('x'.repeat(schema.maxLength + 1)), encode('é'.repeat(schema.maxLength + 1))]
}

const cursors = ['', 'garbage', 'AAAA', 'x'.repeat(512), encode('={}'), encode("' or 1=1"), '..%2f..']

const parameterCases = (name: string, schema: Schema): BadQuery[] => [
  ...[...alwaysInvalid, ...badTexts(schema)].map(text => ({ text: `${name}=${text}`, path: [name] })),
  { text: `${name}=${encode(String(sampleOf(schema)))}&${name}=${encode(String(sampleOf(schema)))}`, path: [name] },
  { text: `${name}[]=1`, path: [`${name}[]`] },
  ...(name === 'cursor' ? cursors.map(cursor => ({ text: `cursor=${cursor}`, error: 'invalid_cursor' })) : []),
]

const unknownParameters: BadQuery[] = [
  ...['surprise', '__proto__', 'constructor', 'toString', 'hasOwnProperty', ''].map(name => ({
    text: `${name}=1`,
    path: [name],
  })),
  { text: 'surprise', path: ['surprise'] },
  { text: `${'x'.repeat(8000)}=1` },
  { text: Array.from({ length: 1000 }, (_, i) => `p${i}`).join('&') },
]

const readings = operations.filter(({ method, surface }) => method === 'GET' && surface !== 'open')

/** Returns a query with the required parameters, except the parameters that the test case sends itself. */
const withRequired = (operation: Operation, text: string): string => {
  const query = queryOf(operation)
  query.delete(text.split('=')[0] ?? '')
  return [text, ...(query.size > 0 ? [String(query)] : [])].join('&')
}

describe('every read rejects bad query parameters', { concurrency: false }, () => {
  for (const operation of readings) {
    const declaredCases = fieldsOf(operation.endpoint.query).flatMap(([name, schema]) => parameterCases(name, schema))
    const cases = [...declaredCases, ...unknownParameters].filter(({ error }) => !error || operation.path.endsWith('s'))
    test(`${titleOf(operation)}: ${cases.length} bad queries`, () =>
      assertStoresNothing(hostile.probata, async () => {
        for (const { text, ...expected } of cases) {
          const url = `${urlPathOf(operation)}?${withRequired(operation, text)}`
          const response = await get(operation, url)
          // A list within a record first looks up the record, which does not exist.
          if (response.status === 404 && expected.error) continue
          assertRefused(response, { status: 400, ...expected }, url.slice(0, 200))
        }
      }))
  }
})

/** Returns the maximum number of characters in a path parameter. */
const longestOf = ({ endpoint }: Operation): number =>
  Math.max(
    100,
    ...Object.values(endpoint.params?.properties ?? {}).map(schema => Number(Object(schema).maxLength ?? 0)),
  )

const segments: [segment: string, status: number, error?: string][] = [
  ['%00', 400],
  ['a%00b', 400],
  ['%', 400],
  ['%zz', 400],
  ['%ff', 400],
  ['%ED%A0%80', 400],
  ['x'.repeat(101), 400],
  ['x'.repeat(201), 400],
  ['é'.repeat(150), 400],
  ['%252f', 404, 'not_found'],
  ['..%2f..', 404, 'not_found'],
  ["'%3B--", 404, 'not_found'],
  ['__proto__', 404, 'not_found'],
  ['xyz_00000000000000000000000000', 404, 'not_found'],
]

describe('every bad path parameter is rejected', { concurrency: false }, () => {
  for (const operation of operations.filter(({ path, method }) => path.includes('{') && method === 'GET')) {
    test(titleOf(operation), () =>
      assertStoresNothing(hostile.probata, async () => {
        for (const [segment, status, error = 'invalid_request'] of segments) {
          if (segment.length > 100 && segment.length <= longestOf(operation)) continue
          const response = await get(operation, urlPathOf(operation, segment))
          assertRefused(response, { status, error }, `${titleOf(operation)} ${segment.slice(0, 20)}`)
        }
      }),
    )
  }
})

test('any page size over the maximum is clamped', async t => {
  const operation = readings.find(({ path }) => path.endsWith('/evidence/claims'))
  if (!operation) throw new Error('the list of claims is missing')
  for (const limit of ['1', '200', '201', '1000000', '9'.repeat(20), '9'.repeat(400)])
    t.assert.equal((await get(operation, `${urlPathOf(operation)}?limit=${limit}`)).status, 200, limit)
})

// Node's parser rejects request lines over 16 KiB: see http.test.ts.
test('an overlong path is rejected or not found', async () => {
  const { probata } = hostile
  const [operation] = readings
  if (!operation) throw new Error('no operation reads')
  const options = hostile.callerOf(operation)
  const response = await probata.call('GET', `${operation.path.split('{')[0]}${'/x'.repeat(6000)}`, options)
  assertRefused(response, { status: 404, error: 'not_found' }, 'a long path')
})

test('no spelling of a path gives access to another surface', async () => {
  const { probata } = hostile
  await assertStoresNothing(probata, async () => {
    for (const path of ['/api/%761/governance/evidence/claims', '/%61pi/v1/governance/evidence/claims']) {
      const unauthorized = { status: 401, error: 'unauthorized' }
      assertRefused(await probata.call('GET', path), unauthorized, path)
      assertRefused(await probata.call('POST', path, { body: {} }), unauthorized, path)
    }
    const people = await probata.call('GET', '/api/work%73pace/people')
    assertRefused(people, { status: 401, error: 'unauthorized' }, 'people')
  })
})
