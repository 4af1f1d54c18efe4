import { useState } from 'react'
import { useSession } from '#web/api/session.ts'
import { type Density, densities } from '#web/app/density.ts'

/** How a person sees a list: the columns that they hid, and how close its rows are. */
export interface ListSettings {
  readonly hidden: readonly string[]
  /** Undefined for the density of all lists. */
  readonly density?: Density | undefined
}

const prefix = 'probata-list:'
const keyOf = (personId: string, list: string) => `${prefix}${personId}:${list}`

const readSettings = (key: string): ListSettings => {
  try {
    const { hidden, density } = Object(JSON.parse(localStorage.getItem(key) ?? '{}'))
    return {
      hidden: Array.isArray(hidden) ? hidden.map(String) : [],
      density: densities.find(known => known === density),
    }
  } catch {
    // Unreadable: the defaults apply.
    return { hidden: [] }
  }
}

/** The person's settings of a list, which the browser remembers for them. */
export const useListSettings = (list: string): readonly [ListSettings, (settings: ListSettings) => void] => {
  const { person } = useSession()
  const key = keyOf(person.id, list)
  const [settings, setSettings] = useState(() => readSettings(key))
  const change = (next: ListSettings) => {
    setSettings(next)
    try {
      localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // The storage is full or blocked: the settings apply until the page closes.
    }
  }
  return [settings, change]
}
