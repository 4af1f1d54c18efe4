import { Suspense } from 'react'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { useSettled } from '#web/ui/use-settled.ts'
import type { FilterProps } from './filter-fields.tsx'

const FilterFields = lazyPart(() => import('./filter-fields.tsx').then(({ FilterFields }) => FilterFields))

/** Reserves the space of the filters, so that nothing moves when they appear. */
const Room = ({ filters, isFiltered }: Pick<FilterProps, 'filters'> & { isFiltered: boolean }) => (
  <search className="filters" aria-busy="true" data-folded={!isFiltered || undefined}>
    <div className="filters-toggle narrow-only" />
    {filters.map(({ name, type }) => (
      <div key={name} data-type={type} />
    ))}
    {isFiltered && <div />}
  </search>
)

/** The filters of a list. They load after its first rows, so that they do not delay these rows. */
export const FilterBar = (props: FilterProps) => {
  const { filters, values } = props
  const isSettled = useSettled()
  const isFiltered = filters.some(({ name }) => values[name])
  const room = <Room filters={filters} isFiltered={isFiltered} />
  return <Suspense fallback={room}>{isSettled ? <FilterFields {...props} isFiltered={isFiltered} /> : room}</Suspense>
}
