import { useState } from 'react'
import { useSession } from '#web/api/session.ts'
import { type Density, densities } from '#web/app/density.ts'

/** A person's settings of a list: the columns that they hid, and the density of its rows. */
export interface ListSettings {
  readonly hidden: readonly string[]
  /** The density of this list; undefined if it has the density of all lists. */
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
    // The stored settings are unreadable, so the defaults apply.
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
      // The storage is full or blocked, so the settings apply only until the page closes.
    }
  }
  return [settings, change]
}
