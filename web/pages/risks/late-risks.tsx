import { useAssignAction, useCloseAction } from '#web/list/actions.tsx'
import { LateList } from '#web/list/late-list.tsx'
import type { ListProps } from '#web/list/list.tsx'
import type { Risk } from './model.ts'

/** The list of risks with actions on many at once. */
export const LateRisks = (props: ListProps<Risk>) => (
  <LateList {...props} bulk={[useAssignAction<Risk>('updateRisk'), useCloseAction<Risk>('updateRisk')]} />
)
