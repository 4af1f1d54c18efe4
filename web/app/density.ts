import { useLocalStorage } from '@mantine/hooks'
import { useEffect } from 'react'

export const densities = ['comfortable', 'compact'] as const

export type Density = (typeof densities)[number]

/** The density of table rows, which the browser remembers. */
export const useDensity = (): readonly [Density, (density: Density) => void] => {
  const [density, setDensity] = useLocalStorage<Density>({
    key: 'probata-density',
    defaultValue: 'comfortable',
    getInitialValueInEffect: false,
  })
  useEffect(() => {
    document.documentElement.dataset.density = density
  }, [density])
  return [density, setDensity]
}
