import { api } from '#web/api/client.ts'
import type { Binding } from './binding.ts'

/** The workspace's bindings. At most 20 of them are not retired. */
export const useBindings = (): readonly Binding[] => {
  const { data } = api.useQuery('get', '/api/workspace/storage-bindings', { params: { query: { limit: 200 } } })
  return data?.storageBindings ?? []
}

/** Returns a function that gives the name of a binding, or its id until the names are loaded. */
export const useBindingName = (): ((id: string) => string) => {
  const bindings = useBindings()
  return id => bindings.find(binding => binding.id === id)?.name ?? id
}
