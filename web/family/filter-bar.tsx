import { Suspense } from 'react'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { useSettled } from '#web/ui/use-settled.ts'
import type { FilterProps } from './filter-fields.tsx'

const FilterFields = lazyPart(() => import('./filter-fields.tsx').then(({ FilterFields }) => FilterFields))

/** Keeps the room of the filters, so that nothing moves when they appear. */
const Room = () => <search className="filter-room" aria-busy="true" />

/** The filters of a list. They load after its first rows, which they would delay. */
export const FilterBar = (props: FilterProps) => {
  const isSettled = useSettled()
  return <Suspense fallback={<Room />}>{isSettled ? <FilterFields {...props} /> : <Room />}</Suspense>
}
