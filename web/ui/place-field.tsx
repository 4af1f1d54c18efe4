import { Select, type SelectProps } from '@mantine/core'
import { useMemo } from 'react'
import { api } from '#web/api/client.ts'

interface Props extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  /** The code of the place, such as DE-BY; empty for none. */
  readonly value?: string
  readonly onChange: (value: string) => void
}

/** A country, its part or its region whose public holidays are known. */
export const PlaceField = ({ value = '', onChange, ...input }: Props) => {
  const { data } = api.useQuery('get', '/api/workspace/holiday-places', {}, { staleTime: Number.POSITIVE_INFINITY })
  const options = useMemo(
    () => (data?.places ?? []).map(({ place, name }) => ({ value: place, label: `${name} (${place})` })),
    [data],
  )
  const known = options.some(option => option.value === value)
  return (
    <Select
      {...input}
      searchable
      clearable
      limit={50}
      data={value === '' || known ? options : [{ value, label: value }, ...options]}
      value={value === '' ? null : value}
      onChange={place => onChange(place ?? '')}
    />
  )
}
