import { api } from './client.ts'

/** Whether the user sees any units. False while that is unknown. */
export const useHasUnits = (): boolean => {
  const params = { query: { limit: 1 } }
  const { data } = api.useQuery('get', '/api/workspace/units', { params }, { staleTime: 60_000 })
  return data !== undefined && data.units.length > 0
}
