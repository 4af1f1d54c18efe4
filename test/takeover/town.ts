import { freePort } from '#test/free-port.ts'
import { type ProviderPerson, startIdentityProvider } from '#test/identity-provider.ts'
import { startMailServer } from '#test/mail-server.ts'
import { boot } from '#test/system.ts'
import { doors, type Step } from './actions.ts'
import { scimDoors } from './actions-scim.ts'
import { signOnDoors } from './actions-sign-on.ts'
import { unlinkDoors } from './actions-unlink.ts'
import type { Act } from './acts.ts'
import { createWorld, people } from './create-world.ts'
import { kindNames, kinds, makeRecord } from './kinds.ts'
import { pick, sessionsOf, type TestSession, type World } from './world.ts'

/** The results of a walk, by kind of decision and by action. */
export interface WalkResult {
  readonly decided: ReadonlyMap<string, number>
  readonly rejected: ReadonlyMap<string, number>
  /** The number of sessions that humans opened in accounts of other humans, by action. */
  readonly foreignSessions: ReadonlyMap<string, number>
  /** The number of removed connections, and of the actions that followed. */
  readonly otherCounts: ReadonlyMap<string, number>
  /** The records about which a human decided although they contributed to them. */
  readonly selfDecided: readonly string[]
  /** The actions of the walk, each with its human. */
  readonly trace: readonly string[]
}

/**
 * Workspaces with four humans, two of whom are administrators. Each human owns one account. Each walk has its own
 * workspaces.
 */
export interface TakeoverTown extends AsyncDisposable {
  walk(acts: readonly Act[]): Promise<WalkResult>
}

const env = { PROBATA_OIDC_ALLOW: '127.0.0.0/8', PROBATA_TRUST_PROXY: '127.0.0.1' }

const count = (counts: Map<string, number>, name: string): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

const decide = async (
  w: World,
  { who, which, whom }: Act,
  result: { decided: Map<string, number>; rejected: Map<string, number>; selfDecided: string[]; trace: string[] },
) => {
  const record = pick(w.records, which)
  const kind = record && kinds[record.kind]
  if (!record || !kind) return
  const eligible = sessionsOf(w, kind.deciders)
  // Half of the time, chooses a human who contributed to the record, whom the program must reject.
  const involved = eligible.filter(({ human }) => record.humans.has(human))
  const by = pick(whom % 2 === 0 && involved.length > 0 ? involved : eligible, who)
  if (!by) return
  const { status } = await kind.decide(w, by, record)
  result.trace.push(
    `decide ${record.kind} ${record.id} of ${[...record.humans]} by human ${by.human} as ${by.account.email}: ${status}`,
  )
  if (status === 401) return
  if (status !== 200 && status !== 201) return count(result.rejected, record.kind)
  count(result.decided, record.kind)
  if (record.humans.has(by.human))
    result.selfDecided.push(`${record.kind} ${record.id} by human ${by.human} as ${by.account.email} ${by.account.id}`)
  record.humans.add(by.human)
  record.steps++
  if (record.steps >= (kind.steps ?? 1)) w.records.splice(w.records.indexOf(record), 1)
}

/** Returns the first actions of most walks, which make more actions possible. */
const openingActions = (first: Act | undefined): Act[] => {
  const { which = 0 } = { ...first }
  const openingActs = (['setProvider', 'makeToken'] as const).filter((_, i) => (which >> i) % 2 === 1)
  return first ? openingActs.map(what => ({ ...first, what, who: which >> 2, which: (which >> 2) % 7 })) : []
}

/** Actions of an administrator, mostly in the workspace where decisions are made. */
const administratorActions: ReadonlySet<Act['what']> = new Set([
  ...([
    'invite',
    'inviteByMail',
    'create',
    'reset',
    'resetByMail',
    'setProvider',
    'makeMachine',
    'rotateMachine',
  ] as const),
  ...(['makeToken', 'rotateToken', 'mapGroup', 'promote', 'breakGlass', 'removeFactor', 'vouch', 'unlink'] as const),
])

const administrators = (w: World, which: number): TestSession[] =>
  sessionsOf(w, ['admin'], which % 8 === 7 ? w.otherSlug : w.slug)

const contribute = async (w: World, { who, which }: Act): Promise<void> => {
  const record = pick(w.records, which)
  const kind = record && kinds[record.kind]
  const by = kind && pick(sessionsOf(w, ['admin', 'reviewer', 'contributor']), who)
  if (by && (await kind?.touch?.(w, by, record))) record.humans.add(by.human)
}

export const createTown = async (): Promise<TakeoverTown> => {
  await using resources = new AsyncDisposableStack()
  const mail = resources.use(await startMailServer())
  // Browsers create passkeys only for host names, not for IP addresses.
  const port = await freePort()
  const url = `http://localhost:${port}`
  const p = resources.use(await boot({ env: { ...env, SMTP_URL: mail.url, PORT: String(port), PROBATA_URL: url } }))
  const providerPeople: ProviderPerson[] = []
  const redirectUri = `${url}/sign-in/callback`
  const testProvider = resources.use(await startIdentityProvider({ people: providerPeople, redirectUri, sayHow: true }))
  const provider = Object.assign(testProvider, { people: providerPeople })
  let number = 0
  const steps: Partial<Record<Act['what'], Step>> = { ...doors, ...scimDoors, ...signOnDoors, ...unlinkDoors }

  const walk: TakeoverTown['walk'] = async acts => {
    // The provider uses the real clock.
    p.clock.set(Date.now())
    const w = await createWorld({ p, mail, provider }, ++number)
    providerPeople.length = 0
    for (const [i, [name]] of people.entries())
      for (const slug of [w.slug, w.otherSlug])
        providerPeople.push({
          sub: `${slug}-h${i}`,
          email: `${name}@${slug}.example`,
          email_verified: true,
          groups: ['everyone'],
          amr: ['mfa'],
        })
    const [decidedCounts, rejectedCounts, enteredCounts] = [
      new Map<string, number>(),
      new Map<string, number>(),
      new Map<string, number>(),
    ]
    const result = {
      decided: decidedCounts,
      rejected: rejectedCounts,
      foreignSessions: enteredCounts,
      otherCounts: w.otherCounts,
      selfDecided: [] as string[],
      trace: [] as string[],
    }
    for (const act of [...openingActions(acts[0]), ...acts]) {
      const { what, who, which } = act
      const sessionsBefore = new Set(w.sessions)
      if (what === 'decide') await decide(w, act, result)
      else if (what === 'touch') await contribute(w, act)
      else if (what === 'make') {
        const summary = await makeRecord(w, kindNames[which % kindNames.length] ?? '', who, act.whom)
        if (summary) result.trace.push(`make ${summary}`)
      } else {
        const by = pick(administratorActions.has(what) ? administrators(w, which) : w.sessions, who)
        if (by) await steps[what]?.(w, by, act)
        if (by) result.trace.push(`${what} by human ${by.human} as ${by.account.email}`)
      }
      for (const one of w.sessions)
        if (!sessionsBefore.has(one)) {
          if (one.account.owner !== one.human) count(enteredCounts, what)
          result.trace.push(`  human ${one.human} is in ${one.account.email} ${one.account.id} by ${what}`)
        }
    }
    result.selfDecided.push(...w.selfConfirmed)
    return result
  }

  const owned = resources.move()
  return { walk, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
