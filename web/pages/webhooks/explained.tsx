import { Text, type TextProps } from '@mantine/core'
import { useFormatTime } from '#web/ui/time.tsx'

const timestamps = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g

/** The server's explanation of deliveries, with times in the reader's time zone. */
export const Explained = ({ text, ...rest }: TextProps & { readonly text: string }) => {
  const format = useFormatTime()
  return (
    <Text lang="en" {...rest}>
      {text.replaceAll(timestamps, timestamp => format(timestamp))}
    </Text>
  )
}
