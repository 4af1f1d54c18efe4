import { TextInput, type TextInputProps } from '@mantine/core'
import { useId } from 'react'

/** The time zone of the browser. */
export const ownTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** An IANA time zone; the browser suggests names while the reader types. */
export const TimeZoneField = (props: TextInputProps) => {
  const id = useId()
  return (
    <>
      <TextInput required maxLength={64} list={id} {...props} />
      <datalist id={id}>
        {Intl.supportedValuesOf('timeZone').map(name => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
