import { TextInput, type TextInputProps } from '@mantine/core'
import { useId } from 'react'
import { timeZones } from './format.ts'

/** An IANA time zone; the browser suggests names while the user types. */
export const TimeZoneField = (props: TextInputProps) => {
  const id = useId()
  return (
    <>
      <TextInput required maxLength={64} list={id} {...props} />
      <datalist id={id}>
        {timeZones().map(name => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
