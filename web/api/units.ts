import { api, type Schemas } from './client.ts'

const most = 200

/** The newest 200 units that the reader sees. */
export const useUnits = (): readonly Schemas['ListedUnit'][] =>
  api.useQuery('get', '/api/workspace/units', { params: { query: { limit: most } } }, { staleTime: 60_000 }).data
    ?.units ?? []
