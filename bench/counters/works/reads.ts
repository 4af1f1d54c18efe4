import { startTime } from '#bench/counters/clock.ts'
import { workspaceApi } from '#bench/counters/lab.ts'
import type { Work } from '#bench/counters/work.ts'
import type { Endpoint } from '#http/endpoint.ts'
import { endpoints } from '#src/features.ts'

const isOpen = (path: string): boolean => !path.includes('{')

const addressesOf = ({ v1, workspace: people }: Endpoint) => [
  ...(v1 && v1.scope !== 'public' && isOpen(v1.path)
    ? [{ path: `/api/v1${v1.path}`, by: 'serviceAccount' as const }]
    : []),
  ...(people && isOpen(people.path) ? [{ path: workspaceApi + people.path, by: 'person' as const }] : []),
]

const needsNoParameter = ({ query }: Endpoint): boolean =>
  Object.keys(query?.properties ?? {}).every(name => !((query?.required ?? []) as readonly string[]).includes(name))

/** Every address that is readable without the id of a record. */
const lists: readonly Work[] = endpoints
  .filter(one => one.method === 'GET' && !one.media && !one.open && needsNoParameter(one))
  .flatMap(addressesOf)
  .map(({ path, by }) => ({ name: `GET ${path}`, prepare: lab => () => lab[by].send({ path }) }))

const midnight = new Date(startTime).toISOString()

/** Lists that need a parameter, or are usually filtered. */
const filteredLists: readonly string[] = [
  `/as-of/claims?at=${midnight}`,
  `/as-of/packages?at=${midnight}`,
  '/choices?kind=control',
  '/choices?kind=person',
  '/claims?status=submitted',
  '/findings?status=open',
]

const firstIdSql = (table: string): string => `select id from ${table} order by id limit 1`

/** The addresses of records. `{}` is replaced by the first id in the named table. */
const recordAddresses: Readonly<Record<string, string>> = {
  '/claims/{}': 'evidence_claim',
  '/claims/{}/history': 'evidence_claim',
  '/findings/{}': 'finding',
  '/findings/{}/history': 'finding',
  '/controls/{}': 'control',
  '/frameworks/{}': 'framework',
  '/frameworks/{}/coverage': 'framework',
  '/frameworks/{}/clauses': 'framework',
  '/evidence-requirements/{}': 'evidence_requirement',
  '/risks/{}': 'risk',
  '/assessments/{}': 'assessment',
  '/assessments/{}/clauses': 'assessment',
  '/packages/{}': 'submission_package',
  '/packages/{}/timeline': 'submission_package',
  '/people/{}': 'person',
  '/people/{}/custodians': 'person',
  '/people/{}/sessions': 'person',
  '/people/{}/work': 'person',
}

/** Lists and details, including the pages of home. */
export const reads: readonly Work[] = [
  ...lists,
  ...filteredLists.map(path => ({
    name: `GET ${workspaceApi}${path.replace(`=${midnight}`, '=TIME')}`,
    prepare:
      ({ person }: Parameters<Work['prepare']>[0]) =>
      () =>
        person.send({ path: workspaceApi + path }),
  })),
  ...Object.entries(recordAddresses).map(([path, table]) => ({
    name: `GET ${workspaceApi}${path}`,
    async prepare({ person, queryValue }: Parameters<Work['prepare']>[0]) {
      const address = workspaceApi + path.replace('{}', await queryValue(firstIdSql(table)))
      return () => person.send({ path: address })
    },
  })),
]
