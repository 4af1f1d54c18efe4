import { patch, senderOf } from '#test/scim.ts'
import { doors, type Step } from './actions.ts'
import { pick, type World } from './world.ts'

type Door = 'makeToken' | 'rotateToken' | 'scimCreate' | 'scimAddress' | 'confirmAddress' | 'shareAddressChange'

/** The actions of a human who has seen a provisioning token. */
export const scimDoors: Readonly<Record<Door, Step>> = {
  async makeToken(w, by) {
    if (by.account.slug !== w.slug) return
    const response = await w.ask(by, 'POST', '/provisioning-tokens', { name: 'A directory' })
    if (response.status !== 201) return
    w.tokens.push({ id: response.body.provisioningToken.id, text: response.body.token, human: by.human })
  },
  async rotateToken(w, by, { which }) {
    const token = pick(w.tokens, which)
    if (!token) return
    const response = await w.ask(by, 'POST', `/provisioning-tokens/${token.id}/rotate`, { overlapHours: 24 })
    if (response.status !== 200) return
    w.tokens.push({ id: token.id, text: response.body.token, human: by.human })
  },
  // The human who has seen a token sends the request. They read the mail of the people whom they create.
  async scimCreate(w, by, { which }) {
    const token = pick(w.tokens, which)
    const owner = token && w.accounts.find(one => one.owner === token.human)
    if (!token || !owner) return
    const userName = owner.email.replace('@', `+${w.next('')}@`)
    const response = await senderOf(w, await workspaceOf(w), token.text).send('POST', '/Users', {
      userName,
      active: true,
    })
    if (response.status !== 201) return
    const account = { id: response.body.id, slug: w.slug, role: 'auditor', email: userName }
    w.accounts.push(account)
    await doors.promote(w, by, { what: 'promote', who: 0, whom: w.accounts.length - 1, which })
    await doors.forgot(w, { ...by, human: token.human }, { what: 'forgot', who: 0, which, whom: which })
  },
  async scimAddress(w, _, { whom, which }) {
    const token = pick(w.tokens, which)
    const account = pick(
      w.accounts.filter(({ slug }) => slug === w.slug),
      whom,
    )
    if (!token || !account) return
    const value = which % 2 === 0 ? `h${token.human}.${w.next('')}@private.example` : account.email
    const body = patch({ op: 'replace', path: 'userName', value })
    await senderOf(w, await workspaceOf(w), token.text).send('PATCH', `/Users/${account.id}`, body)
  },
  async confirmAddress(w, by) {
    const { newAddress } = (await w.ask(by, 'GET', '/account/address-change')).body
    if (!newAddress) return
    const response = await w.ask(by, 'POST', '/account/address-change/confirm', { newAddress, reason: undefined })
    if (response.status === 200) by.account.email = newAddress
  },
  // Sends a new address for the person who is signed in, and confirms it at once.
  async shareAddressChange(w, by, act) {
    const index = w.accounts.filter(({ slug }) => slug === w.slug).indexOf(by.account)
    if (index < 0 || w.tokens.length === 0) return
    await scimDoors.scimAddress(w, by, { ...act, whom: index, which: act.which * 2 })
    await scimDoors.confirmAddress(w, by, act)
  },
}

const workspaceOf = async (w: World): Promise<string> => {
  const [row] = await w.p.sql('select id from organization where slug = $1', [w.slug])
  return String(row?.id).slice('org_'.length)
}
