import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/**
 * A field for a secret. Marks an invalid value for screen readers, which Mantine 9 does in all fields except this one.
 */
export const SecretInput = (props: PasswordInputProps) => (
  <PasswordInput aria-invalid={props.error ? true : undefined} {...props} />
)
