import { useAssignAction, usePlaceAction } from '#web/list/actions.tsx'
import { LateList } from '#web/list/late-list.tsx'
import type { ListProps } from '#web/list/list.tsx'
import type { ListedFinding } from './model.ts'

/** The list of findings with actions on many at once. */
export const LateFindings = (props: ListProps<ListedFinding>) => {
  const assign = useAssignAction<ListedFinding>('assignFindings', ({ id }, ownerId) => ({ findingIds: [id], ownerId }))
  const place = usePlaceAction<ListedFinding>()
  return <LateList {...props} bulk={[assign, ...place]} />
}
