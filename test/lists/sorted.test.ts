import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { endpoints } from '#src/features.ts'
import { createFindingsClient, type FindingsClient } from '#test/findings-client.ts'
import { claimInput } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'
import { copyRecord } from './copies.ts'

type Fields = Readonly<Record<string, unknown>>

interface ListCase {
  readonly path: string
  readonly plural: string
  readonly table: string
  /** Creates one record; returns its id. */
  create(): Promise<string>
  /** Returns the fields that copy `n` gets. */
  fields(n: number): Fields
  readonly filters: readonly string[]
}

let p: Probata
let acme: FindingsClient
/** The names of the people, by id. */
let names: Readonly<Record<string, string>> = {}

const send = async (path: string, body: Fields): Promise<string> => {
  const answer = await acme.ask('admin', 'POST', path, body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.id
}

const pick = <T>(values: readonly T[], n: number): T => values[n % values.length] as T

const titles = [
  'Übung 12',
  'ubung 9',
  'Zebra',
  'abc',
  'ABC',
  'Äpfel',
  '漢字',
  'straße',
  'Strasse',
  ' leading',
  'x'.repeat(200),
]
const keys = ['A.5.9', 'a.5.10', 'A.5.1', 'B-2026-11-20', 'b-2026-2-3', 'Ü', '007', '7', '12345678901']
const times = [
  '2026-01-31T00:00:00.000Z',
  '2026-01-31T00:00:00.001Z',
  '2031-12-01T12:00:00.000Z',
  '1999-01-01T00:00:00.000Z',
]

/** Returns an owner for some of the records, and none for the others. */
const ownerOf = (n: number): string | null => pick([null, ...Object.keys(names)], n)

const cases: readonly ListCase[] = [
  {
    path: '/claims',
    plural: 'claims',
    table: 'evidence_claim',
    create: () => send('/claims', { ...claimInput('first'), title: 'First' }),
    fields: n => ({
      claimKey: `${pick(keys, n)}${n > 20 ? ` ${n}` : `-${n}`}`,
      title: pick(titles, n),
      status: pick(['submitted', 'accepted', 'rejected', 'expired'], n % 5),
      validUntil: pick(times, n),
    }),
    filters: ['', 'status=accepted', 'validUntilFrom=2026-01-31T00:00:00.001Z&validUntilTo=2031-12-01T12:00:00.000Z'],
  },
  {
    path: '/findings',
    plural: 'findings',
    table: 'finding',
    create: () =>
      send('/findings', {
        title: 'First',
        severity: 'low',
        subjectModuleKey: 'assets',
        subjectResourceType: 'host',
        subjectResourceId: 'gateway-1',
      }),
    fields: n => ({
      title: pick(titles, n),
      severity: pick(['critical', 'high', 'medium', 'low', 'info'], n),
      status: pick(['open', 'in_progress', 'remediated', 'resolved'], n % 7),
      dueAt: n % 3 === 0 ? null : pick(times, n),
      ownerId: ownerOf(n),
    }),
    filters: ['', 'status=open', 'overdue=true', 'severity=high&status=open', 'dueAtTo=2026-01-31T00:00:00.001Z'],
  },
  {
    path: '/frameworks',
    plural: 'frameworks',
    table: 'framework',
    create: () => send('/frameworks', { frameworkKey: 'first', title: 'First' }),
    fields: n => ({
      frameworkKey: `${pick(keys, n)} ${n}`,
      title: pick(titles, n),
      updatedAt: pick(times, n),
      status: pick(['draft', 'active', 'retired'], n),
    }),
    filters: ['', 'status=retired'],
  },
  {
    path: '/controls',
    plural: 'controls',
    table: 'control',
    create: () => send('/controls', { controlKey: 'first', title: 'First' }),
    fields: n => ({
      controlKey: `${pick(keys, n)} ${n}`,
      title: pick(titles, n),
      ownerId: ownerOf(n),
      updatedAt: pick(times, n),
      status: pick(['draft', 'active', 'retired'], n),
    }),
    filters: ['', 'status=draft'],
  },
  {
    path: '/evidence-requirements',
    plural: 'requirements',
    table: 'evidence_requirement',
    create: () => send('/evidence-requirements', { requirementKey: 'first', title: 'First' }),
    fields: n => ({
      requirementKey: `${pick(keys, n)} ${n}`,
      title: pick(titles, n),
      status: pick(['draft', 'active', 'retired'], n),
    }),
    filters: ['', 'status=active'],
  },
]

before(async () => {
  p = await boot()
  acme = await createFindingsClient(p)
  const { people } = await acme.get('admin', '/people')
  names = Object.fromEntries(people.map(({ id, name }: { id: string; name: string }) => [id, name]))
})
after(() => p[Symbol.asyncDispose]())

const endpointOf = (path: string) => {
  const endpoint = endpoints.find(one => one.method === 'GET' && one.workspace?.path === path)
  assert.ok(endpoint, path)
  return endpoint
}

const sortsOf = (path: string): string[] => Object(endpointOf(path).query?.properties.sort).enum

const schemaOf = ({ path, plural }: ListCase, field: string) =>
  Object(Object(Object(Object(endpointOf(path).response).properties[plural]).items).properties[field])

const folded = (text: string): string =>
  [
    ...text
      .normalize('NFKD')
      .replaceAll(/[\u0300-\u036f]/g, '')
      .replaceAll('ß', 'ss'),
  ]
    .map(one => (one < '\x80' ? one.toLowerCase() : one))
    .slice(0, 60)
    .join('')

const numbered = (text: string): string =>
  [...text]
    .map(one => (one < '\x80' ? one.toLowerCase() : one))
    .join('')
    .replaceAll(/\d+/g, digits => digits.replace(/^0+(?=\d)/, '').padStart(8, '0'))

const bytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** Returns the whole list in the order of a sort, which the test computes itself. */
const sortHere = (
  list: ListCase,
  records: readonly Record<string, unknown>[],
  sort: string,
): Record<string, unknown>[] => {
  const [field, sign] = sort.startsWith('-') ? [sort.slice(1), -1] : [sort, 1]
  const order: readonly string[] | undefined = schemaOf(list, field).enum
  const fieldOf = (record: Record<string, unknown>) => (field === 'owner' ? record.ownerId : record[field])
  const comparable = (value: unknown): string => {
    if (order) return String(order.indexOf(String(value)))
    if (field === 'createdAt') return ''
    if (field === 'owner') return `${folded(names[String(value)] ?? '')}\x01${value}`
    if (field.endsWith('Key')) return numbered(String(value))
    return field === 'title' ? folded(String(value)) : String(value)
  }
  return records.toSorted((a, b) => {
    const [x, y] = [fieldOf(a), fieldOf(b)]
    if ((x === null) !== (y === null)) return x === null ? 1 : -1
    const difference = x === null ? 0 : bytes(comparable(x), comparable(y))
    return sign * (difference || bytes(String(a.id), String(b.id)))
  })
}

const readAll = async (
  { path, plural }: ListCase,
  query: string,
  limit: number,
  between: () => Promise<unknown> = async () => undefined,
): Promise<Record<string, unknown>[]> => {
  const records: Record<string, unknown>[] = []
  let cursor = ''
  for (let pages = 0; pages < 100; pages++) {
    const page = await acme.get('admin', `${path}?${query}&limit=${limit}${cursor}`)
    records.push(...page[plural])
    if (!page.pagination.nextCursor) return records
    cursor = `&cursor=${page.pagination.nextCursor}`
    await between()
  }
  throw new Error('the list does not end')
}

const idsOf = (records: readonly Record<string, unknown>[]): string[] => records.map(({ id }) => String(id))

for (const list of cases)
  test(`${list.path}: the pages of every sort and filter are the sorted list`, async () => {
    const id = await list.create()
    await copyRecord(
      p,
      list.table,
      id,
      Array.from({ length: 60 }, (_, n) => list.fields(n)),
    )
    const sorts = sortsOf(list.path)
    assert.ok(sorts.length >= 6, sorts.join())
    for (const filter of list.filters) {
      const whole = await readAll(list, filter, 200)
      assert.ok(whole.length >= 3, `${filter}: ${whole.length}`)
      for (const sort of sorts) {
        const sorted = await readAll(list, `${filter}&sort=${sort}`, 7)
        assert.deepEqual(idsOf(sorted), idsOf(sortHere(list, whole, sort)), `${filter} ${sort}`)
        if (filter === '')
          assert.deepEqual(
            sorted[0],
            whole.find(record => record.id === sorted[0]?.id),
            sort,
          )
      }
    }
  })

for (const list of cases.slice(0, 2))
  test(`${list.path}: records that are added between pages neither repeat nor hide others`, async () => {
    const before = await readAll(list, '', 200)
    let n = 1000
    for (const sort of sortsOf(list.path)) {
      const expected = idsOf(sortHere(list, before, sort))
      const read = idsOf(
        await readAll(list, `sort=${sort}`, 25, () =>
          copyRecord(p, list.table, expected[0] ?? '', [list.fields(n++), list.fields(n++)]),
        ),
      )
      assert.equal(new Set(read).size, read.length, `${sort}: a record twice`)
      const known = new Set(expected)
      assert.deepEqual(
        read.filter(id => known.has(id)),
        expected,
        sort,
      )
    }
  })

test('a cursor continues only the list with the same sort, search and times', async () => {
  const { pagination } = await acme.get('admin', '/claims?sort=title&limit=3')
  const cursor = `cursor=${pagination.nextCursor}`
  await acme.get('admin', `/claims?sort=title&limit=5&total=true&${cursor}`)
  for (const query of [
    '',
    'sort=-title',
    'sort=title&search=first',
    'sort=title&createdAtTo=2100-01-01T00:00:00Z',
    'sort=title&status=accepted',
  ]) {
    const { status, body } = await acme.ask('admin', 'GET', `/claims?${query}&${cursor}`)
    assert.deepEqual([status, body.error], [400, 'invalid_cursor'], query)
  }
})

test('lists refuse unknown sorts, long searches and invalid times, and machines get no total', async () => {
  for (const query of ['sort=reason', 'sort=', `search=${'x'.repeat(201)}`, 'createdAtFrom=yesterday', 'total=yes'])
    assert.equal((await acme.ask('admin', 'GET', `/claims?${query}`)).status, 400, query)
  const token = await p.token('acme-scanner')
  const machine = (query: string) => p.call('GET', `/api/v1/governance/evidence/claims?${query}`, { token })
  assert.equal((await machine('total=true')).status, 400)
  const sorted = await machine('sort=-title&limit=2')
  assert.deepEqual([sorted.status, Object.keys(sorted.body.pagination)], [200, ['nextCursor']])
  const people = await acme.get('admin', '/claims?sort=-title&limit=2')
  assert.deepEqual(idsOf(sorted.body.claims), idsOf(people.claims))
})
