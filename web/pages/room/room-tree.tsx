import { useMemo } from 'react'
import { useRoomItems } from '#web/api/room-items.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { ItemTree } from './tree.tsx'
import { buildGraph } from './tree-model.ts'

/** The frozen items of the room as a graph, once all are read. */
export const useItemGraph = () => {
  const query = useRoomItems()
  const { data } = query
  return { ...query, graph: useMemo(() => (data ? buildGraph(data) : undefined), [data]) }
}

export const RoomTree = () => {
  const { graph, error, refetch } = useItemGraph()
  if (graph) return <ItemTree graph={graph} />
  return error ? <ErrorNote error={error} retry={() => void refetch()} /> : <Lines count={8} />
}
