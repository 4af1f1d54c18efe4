import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Role, roles, system } from '#http/access.ts'
import { beginCall, change } from '#http/call.ts'
import { minute } from '#lib/clock.ts'
import { type Groups, startGroups } from '#test/group-sign-on.ts'
import { applyGroups } from './apply-groups.ts'

type Source = 'scim' | 'single_sign_on'

interface Rule {
  readonly source: Source
  readonly group: string
  readonly role: Role
  readonly unitIds?: readonly string[]
}

interface Rights {
  role: Role
  unitIds: readonly string[] | undefined
}

/** The model's state of a person, from which their rights are computed again after every action. */
interface ModelPerson extends Rights {
  readonly id: string
  readonly claims: { readonly sub: string }
  isMapped: boolean
  isDisabled: boolean
  readonly received: { [source in Source]?: readonly string[] }
}

const sources: readonly Source[] = ['scim', 'single_sign_on']
const names = ['a', 'b', 'c', 'd']
/** How often several rules matched one person. Without such cases, the walks would prove little. */
const multipleMatches: Record<Source, number> = { scim: 0, single_sign_on: 0 }
const seeds = [1, 2, 3, 4, 5, 6, 7, 8]
const steps = 60

let g: Groups
let units: readonly string[]
let organizationId: string
before(async () => {
  g = await startGroups()
  units = await Promise.all(['north', 'south', 'east'].map(key => g.unit(key)))
  organizationId = String((await g.p.sql(`select id from organization where slug = 'acme'`))[0]?.id)
})
after(() => g[Symbol.asyncDispose]())

/** Creates a generator of numbers below a limit from a seed (mulberry32). */
const random = (seed: number) => {
  let state = seed
  return (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % limit
  }
}

/** The specification, independent of the implementation: computes rights from rules, settings and received groups. */
const createModel = () => {
  let rules: readonly Rule[] = []
  let settings = { withoutGroup: 'reject', mapPeople: 'new', defaultRole: 'auditor' as Role }
  const decides = (source: Source, { received }: ModelPerson) =>
    received[source] !== undefined && rules.some(rule => rule.source === source)
  const decidingSource = (person: ModelPerson) => sources.find(source => decides(source, person))

  const matchingRules = (person: ModelPerson, source: Source): readonly Rule[] =>
    rules.filter(rule => rule.source === source && person.received[source]?.includes(rule.group))

  const rightsByGroups = (person: ModelPerson): Rights | 'nothing' | undefined => {
    const source = decidingSource(person)
    if (!source) return undefined
    const matches = matchingRules(person, source)
    const role = roles.find(role => matches.some(rule => rule.role === role))
    if (!role)
      return settings.withoutGroup === 'reject' ? 'nothing' : { role: settings.defaultRole, unitIds: undefined }
    const sameRole = matches.filter(rule => rule.role === role)
    const isWhole = role === 'admin' || sameRole.some(rule => !rule.unitIds)
    return { role, unitIds: isWhole ? undefined : [...new Set(sameRole.flatMap(rule => rule.unitIds ?? []))] }
  }
  const isActive = (person: ModelPerson): boolean =>
    !person.isDisabled && !(person.isMapped && rightsByGroups(person) === 'nothing')

  /** Gives a mapped person the current rights of their groups. */
  const applyRights = (person: ModelPerson): void => {
    const rights = rightsByGroups(person)
    if (person.isMapped && rights !== undefined && rights !== 'nothing') Object.assign(person, rights)
  }
  const release = (person: ModelPerson, wasActive: boolean): void => {
    if (!person.isMapped || rightsByGroups(person) !== undefined) return
    person.isMapped = false
    person.isDisabled = !wasActive
  }
  const applyChange = (people: readonly ModelPerson[], act: () => void): void => {
    const active = people.map(isActive)
    act()
    for (const [i, person] of people.entries()) {
      release(person, active[i] ?? false)
      applyRights(person)
    }
  }
  return {
    isActive,
    rightsByGroups,
    matching: (person: ModelPerson) => matchingRules(person, decidingSource(person) ?? 'scim').length,
    signOnDecides: (person: ModelPerson) =>
      !decides('scim', person) && rules.some(rule => rule.source === 'single_sign_on'),
    setRules: (people: readonly ModelPerson[], next: readonly Rule[]) =>
      applyChange(people, () => {
        rules = next
      }),
    configure: (people: readonly ModelPerson[], changes: Partial<typeof settings>) =>
      applyChange(people, () => {
        settings = { ...settings, ...changes }
      }),
    receive: (person: ModelPerson, source: Source, groups: readonly string[]) =>
      applyChange([person], () => {
        person.received[source] = groups
        if (settings.mapPeople === 'all' && rightsByGroups(person) !== undefined) person.isMapped = true
      }),
    change: (person: ModelPerson, changes: Partial<ModelPerson>) =>
      applyChange([person], () => Object.assign(person, changes)),
  }
}

for (const seed of seeds)
  test(`after random actions, everyone has the access that rules, settings and groups give (seed ${seed})`, async () => {
    const randomBelow = random(seed)
    const pick = <T>(list: readonly [T, ...T[]] | readonly T[]): T => list[randomBelow(list.length)] as T
    const sample = <T>(list: readonly T[]): T[] => list.filter(() => randomBelow(2) === 0)
    const model = createModel()
    g.p.clock.advance(minute)
    await g.setRules([])
    await g.configure()
    const people: ModelPerson[] = []
    for (let i = 0; i < 3; i++) {
      const { id, claims } = await g.someone()
      people.push({
        ...{ id, claims, role: 'auditor', unitIds: undefined },
        ...{ isMapped: false, isDisabled: false, received: {} },
      })
    }
    const randomRules = (): Rule[] =>
      sources.flatMap(source =>
        sample(names).map(group => {
          const role = pick(['admin', 'reviewer', 'reviewer', 'contributor', 'contributor', 'auditor'] as const)
          const unitIds = randomBelow(5) === 0 ? [] : [pick(units)]
          return { source, group, role, ...(role !== 'admin' && unitIds.length > 0 && { unitIds }) }
        }),
      )
    const scim = async ({ id }: ModelPerson, groups: readonly string[]) => {
      const { services } = g.p.system
      await services.db.transaction(organizationId, async tx => {
        const call = beginCall(services, system('scim', organizationId), `req_walk_${seed}`)
        await applyGroups(change(call, tx, 'person.map', null), { id }, groups, 'scim')
      })
    }
    const actions: Readonly<Record<string, (person: ModelPerson) => Promise<void>>> = {
      async rules() {
        const rules = randomRules()
        await g.setRules(rules)
        model.setRules(people, rules)
      },
      async settings() {
        const changes = {
          withoutGroup: pick(['reject', 'default_role']),
          mapPeople: pick(['new', 'all', 'all']),
          defaultRole: pick(['auditor', 'contributor'] as const),
        }
        // An address may sign in ten times a minute.
        g.p.clock.advance(minute)
        await g.configure(changes)
        model.configure(people, changes)
      },
      async signOn(person) {
        const groups = sample(names)
        const isDisabled = person.isDisabled
        const { status } = await g.enter({ ...person.claims, groups })
        if (!isDisabled && model.signOnDecides(person)) model.receive(person, 'single_sign_on', groups)
        assert.equal(status, model.isActive(person) ? 200 : 401)
      },
      async scim(person) {
        // The last person never gets groups by SCIM.
        if (person === people.at(-1)) return actions.signOn?.(person)
        const groups = sample(names)
        await scim(person, groups)
        model.receive(person, 'scim', groups)
      },
      async disable(person) {
        const isDisabled = randomBelow(2) === 0
        const { status } = await g.asAdmin('PATCH', `/people/${person.id}`, { disabled: isDisabled })
        const isRefused = !isDisabled && person.isMapped && model.rightsByGroups(person) === 'nothing'
        assert.equal(status, isRefused ? 409 : 200)
        if (!isRefused) model.change(person, { isDisabled })
      },
      async role(person) {
        const role = pick(['reviewer', 'contributor', 'auditor'] as const)
        const unitIds = randomBelow(2) === 0 ? [pick(units)] : undefined
        const body = { role, unitIds: unitIds ?? null }
        const { status, text } = await g.asAdmin('PATCH', `/people/${person.id}`, body)
        assert.equal(status, person.isMapped ? 409 : 200, text)
        if (!person.isMapped) model.change(person, { role, unitIds })
      },
      async groupsDecide(person) {
        const { status, text } = await g.asAdmin('POST', `/people/${person.id}/access-source`, { source: 'groups' })
        const rights = model.rightsByGroups(person)
        const isRefused = rights === undefined || rights === 'nothing'
        assert.equal(status, isRefused ? 422 : 200, text)
        if (!isRefused) model.change(person, { isMapped: true })
      },
      async byHand(person) {
        const { status } = await g.asAdmin('POST', `/people/${person.id}/access-source`, { source: 'hand' })
        assert.equal(status, 200)
        model.change(person, { isDisabled: !model.isActive(person), isMapped: false })
      },
    }
    const history: string[] = []
    for (let step = 0; step < steps; step++) {
      const name = pick(Object.keys(actions))
      const person = pick(people)
      history.push(`${name} ${person.claims.sub}`)
      await actions[name]?.(person)
      for (const other of people) {
        const { role, unitIds, status, mappedFrom } = await g.rightsOf(other.id)
        const expected = {
          ...{ role: other.role, unitIds: other.unitIds },
          ...{ status: model.isActive(other) ? 'active' : 'disabled', isMapped: other.isMapped },
        }
        const actual = { role, unitIds, status, isMapped: mappedFrom !== undefined }
        assert.deepEqual(actual, expected, `${other.claims.sub} after ${history.slice(-12).join(', ')}`)
        if (other.isMapped && mappedFrom) multipleMatches[mappedFrom as Source] += model.matching(other) > 1 ? 1 : 0
      }
    }
  })

test('the walks include people with several matching rules, from both sources', () => {
  assert.ok(multipleMatches.scim > 20 && multipleMatches.single_sign_on > 20, JSON.stringify(multipleMatches))
})
