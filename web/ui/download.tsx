import { Button, type ButtonProps } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface Props extends Pick<ButtonProps, 'variant' | 'size'> {
  readonly href: string
  readonly children: ReactNode
}

/** A link that downloads a file under the name that the server gives it. */
export const Download = ({ href, children, variant = 'default', size = 'sm' }: Props) => (
  <Button
    component="a"
    href={href}
    download=""
    variant={variant}
    size={size}
    leftSection={<IconDownload size={14} aria-hidden />}
  >
    {children}
  </Button>
)
