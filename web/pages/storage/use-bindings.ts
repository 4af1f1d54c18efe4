import { api } from '#web/api/client.ts'
import type { Binding } from './binding.ts'

/** The workspace's bindings: at most 20 that are not retired. */
export const useBindings = (): readonly Binding[] => {
  const { data } = api.useQuery('get', '/api/workspace/storage-bindings', { params: { query: { limit: 200 } } })
  return data?.storageBindings ?? []
}

/** The name of a binding by its id; the id until the names are read. */
export const useBindingName = (): ((id: string) => string) => {
  const bindings = useBindings()
  return id => bindings.find(binding => binding.id === id)?.name ?? id
}
