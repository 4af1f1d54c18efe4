import { type CountersLab, reason, workspaceApi } from '#bench/counters/lab.ts'
import { uniqueNumber, type Work } from '#bench/counters/work.ts'
import { account, admin } from '#bench/server.ts'

const userUrn = 'urn:ietf:params:scim:schemas:core:2.0:User'
const groupUrn = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const patchUrn = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

const scimUser = () => ({ schemas: [userUrn], userName: `counted-${uniqueNumber()}@bench.example`, active: true })

const patch = (path: string, ...Operations: readonly object[]) => ({
  ...{ method: 'PATCH', path, body: { schemas: [patchUrn], Operations } },
  headers: { 'content-type': 'application/scim+json' },
})

const post = (path: string, body: object) => ({ path, body, headers: { 'content-type': 'application/scim+json' } })

const createUser = async ({ provider }: CountersLab): Promise<string> =>
  (await provider.ask(post('/Users', scimUser()))).body.id

const createGroup = async (lab: CountersLab, members: readonly object[]): Promise<string> => {
  const group = { schemas: [groupUrn], displayName: `Group ${uniqueNumber()}`, members }
  return (await lab.provider.ask(post('/Groups', group))).body.id
}

const createMembers = async (lab: CountersLab, count: number): Promise<{ value: string }[]> => {
  const created = []
  for (let i = 0; i < count; i++) created.push({ value: await createUser(lab) })
  return created
}

const newRetirement = async ({ person }: CountersLab) => {
  const body = { controlKey: `CTL-${uniqueNumber()}`, title: 'Control', status: 'active', reason }
  const { id } = (await person.ask({ path: `${workspaceApi}/controls`, body })).body
  return { path: `${workspaceApi}/approval-requests`, body: { kind: 'control_retirement', resourceId: id, reason } }
}

/** Users and groups as an identity provider sends them. */
const provisioning: readonly Work[] = [
  { name: 'SCIM: list users', prepare: lab => () => lab.provider.send({ path: '/Users?count=50' }) },
  {
    name: 'SCIM: find a user by name',
    prepare: lab => {
      const filter = encodeURIComponent('userName eq "ada@bench.example"')
      return () => lab.provider.send({ path: `/Users?filter=${filter}` })
    },
  },
  { name: 'SCIM: list groups', prepare: lab => () => lab.provider.send({ path: '/Groups?count=50' }) },
  { name: 'SCIM: create a user', prepare: lab => () => lab.provider.send(post('/Users', scimUser())) },
  {
    name: 'SCIM: deactivate a user',
    async prepare(lab) {
      const path = `/Users/${await createUser(lab)}`
      return () => lab.provider.send(patch(path, { op: 'replace', path: 'active', value: false }))
    },
  },
  {
    name: 'SCIM: create a group of 5',
    times: 2,
    async prepare(lab) {
      const group = {
        schemas: [groupUrn],
        displayName: `Group ${uniqueNumber()}`,
        members: await createMembers(lab, 5),
      }
      return () => lab.provider.send(post('/Groups', group))
    },
  },
  {
    name: 'SCIM: add a member to a group of 5',
    times: 2,
    async prepare(lab) {
      const path = `/Groups/${await createGroup(lab, await createMembers(lab, 5))}`
      const value = await createMembers(lab, 1)
      return () => lab.provider.send(patch(path, { op: 'add', path: 'members', value }))
    },
  },
]

/** Sessions, people, approvals and provisioning. */
export const identityWorks: readonly Work[] = [
  {
    name: 'sign in',
    // Each sign-in hashes the password, and an account may sign in 30 times a minute.
    times: 2,
    prepare: ({ person }) => {
      return () => person.send({ path: `${workspaceApi}/session`, body: admin, anonymous: true })
    },
  },
  {
    name: 'issue a token',
    prepare: ({ serviceAccount }) => {
      const body = {
        grant_type: 'client_credentials',
        client_id: account.clientId,
        client_secret: account.clientSecret,
      }
      return () => serviceAccount.send({ path: '/api/v1/auth/token', body, anonymous: true })
    },
  },
  {
    name: 'invite a person',
    prepare: ({ person }) => {
      const name = `counted-${uniqueNumber()}`
      const body = { email: `${name}@bench.example`, name, role: 'reviewer', show: true, reason }
      return () => person.send({ path: `${workspaceApi}/people/invitations`, body })
    },
  },
  {
    name: 'request an approval',
    async prepare(lab) {
      const request = await newRetirement(lab)
      return () => lab.person.send(request)
    },
  },
  {
    name: 'confirm an approval',
    async prepare(lab) {
      const { id } = (await lab.person.ask(await newRetirement(lab))).body
      const path = `${workspaceApi}/approval-requests/${id}/confirm`
      return () => lab.secondPerson.send({ path, body: { reason } })
    },
  },
  {
    name: 'request other rules for groups',
    // Only one such request may be open.
    times: 1,
    async prepare({ person }) {
      const path = `${workspaceApi}/approval-requests`
      const { approvalRequests } = (await person.ask({ path: `${path}?status=open&limit=200` })).body
      for (const { id, kind } of approvalRequests)
        if (kind === 'group_rules_change') await person.send({ path: `${path}/${id}/withdraw`, body: { reason } })
      const rules = [{ source: 'scim', group: 'Auditors', role: 'reviewer' }]
      return () => person.send({ path: `${workspaceApi}/group-rules`, body: { rules, reason } })
    },
  },
  ...provisioning,
]
