import { sha256Hex } from '#lib/hash.ts'
import type { Step } from './actions.ts'
import { ownSubject, person, signOnAs, signOnDoors } from './actions-sign-on.ts'
import type { Act } from './acts.ts'
import { pick, type World } from './world.ts'

const countDone = (w: World, what: Act['what']): void => {
  w.otherCounts.set(what, (w.otherCounts.get(what) ?? 0) + 1)
}

/** Returns the people who have a connection with the provider. If a walk chooses among them, few attempts fail. */
const findConnectedPeople = async (w: World, exceptPersonId: string): Promise<string[]> => {
  const connectedPeople = `select distinct n.person_id from person_identity n join organization o on o.id = n.organization_id
    where o.slug = $1 and n.person_id <> $2 order by n.person_id`
  return (await w.p.sql(connectedPeople, [w.slug, exceptPersonId])).map(({ person_id }) => String(person_id))
}

type Door = 'unlink' | 'unlinkOwn' | 'unlinkAndConnect' | 'comeAsNew'

const countOf = (w: World, what: Act['what']): number => w.otherCounts.get(what) ?? 0

/** Actions that remove a connection with the provider, and the next action of its subject. */
export const unlinkDoors: Readonly<Record<Door, Step>> = {
  async unlink(w, by, act) {
    if (by.account.slug !== w.slug) return
    const owners = w.sessions.filter(({ account, human }) => account.slug === w.slug && account.owner === human)
    const owner = pick(
      owners.filter(({ account }) => account.id !== by.account.id),
      act.whom,
    )
    // If no one is connected yet, first connects an account.
    if (owner && (await findConnectedPeople(w, by.account.id)).length === 0) await signOnDoors.connect(w, owner, act)
    const id = pick(await findConnectedPeople(w, by.account.id), act.whom)
    if (!id) return
    const { status } = await w.ask(by, 'DELETE', `/people/${id}/sign-on`)
    if (status === 204) countDone(w, 'unlink')
  },
  async unlinkOwn(w, by) {
    const { status } = await w.ask(by, 'DELETE', '/account/sign-on', { reason: undefined })
    if (status === 204) countDone(w, 'unlinkOwn')
  },
  // Replaces, in any person's session, the person's subject with the human's own.
  async unlinkAndConnect(w, by, act) {
    const countBefore = countOf(w, 'unlinkOwn')
    await unlinkDoors.unlinkOwn(w, by, act)
    const sessions = w.sessions.length
    await signOnDoors.connect(w, by, act)
    if (countOf(w, 'unlinkOwn') > countBefore && w.sessions.length > sessions) countDone(w, 'unlinkAndConnect')
  },
  // The provider now has another address for a person, for example after a marriage. The person was connected before,
  // so they are not a new person.
  async comeAsNew(w, by, act) {
    if (by.account.slug !== w.slug) return
    const sub = ownSubject(by.human, w.slug)
    const digest = sha256Hex(`${w.provider.issuer} ${sub}`)
    const formerIdentity = 'select from former_identity where identity_sha256 = $1 limit 1'
    const isFormer = async () => (await w.p.sql(formerIdentity, [digest])).length > 0
    if (!(await isFormer())) {
      await signOnDoors.connect(w, by, { ...act, which: 0 })
      await unlinkDoors.unlinkOwn(w, by, act)
    }
    if (!(await isFormer())) return
    const index = w.provider.people.findIndex(existing => existing.sub === sub)
    if (index >= 0) w.provider.people.splice(index, 1)
    person(w, sub, `${w.next('renamed')}@${w.slug}.example`)
    const accountsBefore = w.accounts.length
    await signOnAs(w, by, sub)
    if (w.accounts.length > accountsBefore) countDone(w, 'comeAsNew')
  },
}
