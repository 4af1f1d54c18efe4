import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** A field for a secret. Mantine 9 tells screen readers of a wrong value in all fields but this one. */
export const SecretInput = (props: PasswordInputProps) => (
  <PasswordInput aria-invalid={props.error ? true : undefined} {...props} />
)
