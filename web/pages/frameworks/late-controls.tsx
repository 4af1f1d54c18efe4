import { useAssignAction, useRetireAction } from '#web/list/actions.tsx'
import { LateList } from '#web/list/late-list.tsx'
import type { ListProps } from '#web/list/list.tsx'
import type { Control } from './model.ts'

/** The list of controls with actions on many at once. */
export const LateControls = (props: ListProps<Control>) => {
  const assign = useAssignAction<Control>('updateControl')
  const retire = useRetireAction<Control>('updateControl')
  return <LateList {...props} bulk={[assign, retire]} />
}
