import { useAssignAction, usePlaceAction, useRetireAction } from '#web/list/actions.tsx'
import { LateList } from '#web/list/late-list.tsx'
import type { ListProps } from '#web/list/list.tsx'
import type { Requirement } from './queries.ts'

/** The list of requirements with actions on many at once. */
export const LateRequirements = (props: ListProps<Requirement>) => {
  const assign = useAssignAction<Requirement>('updateEvidenceRequirement')
  const retire = useRetireAction<Requirement>('updateEvidenceRequirement')
  const place = usePlaceAction<Requirement>()
  return <LateList {...props} bulk={[assign, retire, ...place]} />
}
