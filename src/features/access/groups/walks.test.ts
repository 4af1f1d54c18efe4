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

/** The known facts about a person, from which their rights are computed again after every act. */
interface Modelled extends Rights {
  readonly id: string
  readonly claims: { readonly sub: string }
  isMapped: boolean
  isDisabled: boolean
  readonly received: { [source in Source]?: readonly string[] }
}

const sources: readonly Source[] = ['scim', 'single_sign_on']
const names = ['a', 'b', 'c', 'd']
/** How often several rules matched one person: without such cases the walks would prove little. */
const met: Record<Source, number> = { scim: 0, single_sign_on: 0 }
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

/** Numbers below a limit, determined by a seed (mulberry32). */
const random = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

/** The specification, independent of the program: everyone's rights, from rules, settings and received groups. */
const createModel = () => {
  let rules: readonly Rule[] = []
  let settings = { withoutGroup: 'reject', mapPeople: 'new', defaultRole: 'auditor' as Role }
  const decides = (source: Source, { received }: Modelled) =>
    received[source] !== undefined && rules.some(rule => rule.source === source)
  const deciding = (person: Modelled) => sources.find(source => decides(source, person))

  const heldBy = (person: Modelled, source: Source): readonly Rule[] =>
    rules.filter(rule => rule.source === source && person.received[source]?.includes(rule.group))

  const given = (person: Modelled): Rights | 'nothing' | undefined => {
    const source = deciding(person)
    if (!source) return undefined
    const held = heldBy(person, source)
    const role = roles.find(one => held.some(rule => rule.role === one))
    if (!role)
      return settings.withoutGroup === 'reject' ? 'nothing' : { role: settings.defaultRole, unitIds: undefined }
    const same = held.filter(rule => rule.role === role)
    const isWhole = role === 'admin' || same.some(rule => !rule.unitIds)
    return { role, unitIds: isWhole ? undefined : [...new Set(same.flatMap(rule => rule.unitIds ?? []))] }
  }
  const isActive = (person: Modelled): boolean =>
    !person.isDisabled && !(person.isMapped && given(person) === 'nothing')

  /** Gives a mapped person the rights that their groups give now. */
  const settle = (person: Modelled): void => {
    const rights = given(person)
    if (person.isMapped && rights !== undefined && rights !== 'nothing') Object.assign(person, rights)
  }
  const release = (person: Modelled, wasActive: boolean): void => {
    if (!person.isMapped || given(person) !== undefined) return
    person.isMapped = false
    person.isDisabled = !wasActive
  }
  const after = (people: readonly Modelled[], act: () => void): void => {
    const active = people.map(isActive)
    act()
    for (const [i, person] of people.entries()) {
      release(person, active[i] ?? false)
      settle(person)
    }
  }
  return {
    isActive,
    given,
    matching: (person: Modelled) => heldBy(person, deciding(person) ?? 'scim').length,
    signOnDecides: (person: Modelled) =>
      !decides('scim', person) && rules.some(rule => rule.source === 'single_sign_on'),
    setRules: (people: readonly Modelled[], next: readonly Rule[]) =>
      after(people, () => {
        rules = next
      }),
    configure: (people: readonly Modelled[], over: Partial<typeof settings>) =>
      after(people, () => {
        settings = { ...settings, ...over }
      }),
    receive: (person: Modelled, source: Source, groups: readonly string[]) =>
      after([person], () => {
        person.received[source] = groups
        if (settings.mapPeople === 'all' && given(person) !== undefined) person.isMapped = true
      }),
    change: (person: Modelled, over: Partial<Modelled>) => after([person], () => Object.assign(person, over)),
  }
}

for (const seed of seeds)
  test(`after any acts, everyone has what rules, settings and groups give them now (seed ${seed})`, async () => {
    const below = random(seed)
    const pick = <T>(list: readonly [T, ...T[]] | readonly T[]): T => list[below(list.length)] as T
    const some = <T>(list: readonly T[]): T[] => list.filter(() => below(2) === 0)
    const model = createModel()
    g.p.clock.advance(minute)
    await g.setRules([])
    await g.configure()
    const people: Modelled[] = []
    for (let i = 0; i < 3; i++) {
      const { id, claims } = await g.someone()
      people.push({
        ...{ id, claims, role: 'auditor', unitIds: undefined },
        ...{ isMapped: false, isDisabled: false, received: {} },
      })
    }
    const anyRules = (): Rule[] =>
      sources.flatMap(source =>
        some(names).map(group => {
          const role = pick(['admin', 'reviewer', 'reviewer', 'contributor', 'contributor', 'auditor'] as const)
          const unitIds = below(5) === 0 ? [] : [pick(units)]
          return { source, group, role, ...(role !== 'admin' && unitIds.length > 0 && { unitIds }) }
        }),
      )
    const scim = async ({ id }: Modelled, groups: readonly string[]) => {
      const { services } = g.p.system
      await services.db.transaction(organizationId, async tx => {
        const call = beginCall(services, system('scim', organizationId), `req_walk_${seed}`)
        await applyGroups(change(call, tx, 'person.map', null), { id }, groups, 'scim')
      })
    }
    const acts: Readonly<Record<string, (person: Modelled) => Promise<void>>> = {
      async rules() {
        const rules = anyRules()
        await g.setRules(rules)
        model.setRules(people, rules)
      },
      async settings() {
        const over = {
          withoutGroup: pick(['reject', 'default_role']),
          mapPeople: pick(['new', 'all', 'all']),
          defaultRole: pick(['auditor', 'contributor'] as const),
        }
        // Ten sign-ins a minute from one address.
        g.p.clock.advance(minute)
        await g.configure(over)
        model.configure(people, over)
      },
      async signOn(person) {
        const groups = some(names)
        const isOut = person.isDisabled
        const { status } = await g.enter({ ...person.claims, groups })
        if (!isOut && model.signOnDecides(person)) model.receive(person, 'single_sign_on', groups)
        assert.equal(status, model.isActive(person) ? 200 : 401)
      },
      async scim(person) {
        // The last person is known from sign-ons only.
        if (person === people.at(-1)) return acts.signOn?.(person)
        const groups = some(names)
        await scim(person, groups)
        model.receive(person, 'scim', groups)
      },
      async disable(person) {
        const isDisabled = below(2) === 0
        const { status } = await g.asAdmin('PATCH', `/people/${person.id}`, { disabled: isDisabled })
        const isRefused = !isDisabled && person.isMapped && model.given(person) === 'nothing'
        assert.equal(status, isRefused ? 409 : 200)
        if (!isRefused) model.change(person, { isDisabled })
      },
      async role(person) {
        const role = pick(['reviewer', 'contributor', 'auditor'] as const)
        const unitIds = below(2) === 0 ? [pick(units)] : undefined
        const body = { role, unitIds: unitIds ?? null }
        const { status, text } = await g.asAdmin('PATCH', `/people/${person.id}`, body)
        assert.equal(status, person.isMapped ? 409 : 200, text)
        if (!person.isMapped) model.change(person, { role, unitIds })
      },
      async groupsDecide(person) {
        const { status, text } = await g.asAdmin('POST', `/people/${person.id}/access-source`, { source: 'groups' })
        const given = model.given(person)
        const isRefused = given === undefined || given === 'nothing'
        assert.equal(status, isRefused ? 422 : 200, text)
        if (!isRefused) model.change(person, { isMapped: true })
      },
      async byHand(person) {
        const { status } = await g.asAdmin('POST', `/people/${person.id}/access-source`, { source: 'hand' })
        assert.equal(status, 200)
        model.change(person, { isDisabled: !model.isActive(person), isMapped: false })
      },
    }
    const done: string[] = []
    for (let step = 0; step < steps; step++) {
      const name = pick(Object.keys(acts))
      const person = pick(people)
      done.push(`${name} ${person.claims.sub}`)
      await acts[name]?.(person)
      for (const one of people) {
        const { role, unitIds, status, mappedFrom } = await g.rightsOf(one.id)
        const expected = {
          ...{ role: one.role, unitIds: one.unitIds },
          ...{ status: model.isActive(one) ? 'active' : 'disabled', isMapped: one.isMapped },
        }
        const actual = { role, unitIds, status, isMapped: mappedFrom !== undefined }
        assert.deepEqual(actual, expected, `${one.claims.sub} after ${done.slice(-12).join(', ')}`)
        if (one.isMapped && mappedFrom) met[mappedFrom as Source] += model.matching(one) > 1 ? 1 : 0
      }
    }
  })

test('the walks include people with several rules at once, from both sources', () => {
  assert.ok(met.scim > 20 && met.single_sign_on > 20, JSON.stringify(met))
})
