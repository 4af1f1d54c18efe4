import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  UnstyledButton,
  type UnstyledButtonProps,
} from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

/** A link whose path, parameters and search are type-checked against the routes. */
export const AnchorLink = createLink((props: AnchorProps & Omit<ComponentProps<'a'>, keyof AnchorProps>) => (
  <Anchor {...props} />
))

export const ButtonLink = createLink((props: ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>) => (
  <Button component="a" {...props} />
))

/** A link without its own style. */
export const PlainLink = createLink(
  (props: UnstyledButtonProps & Omit<ComponentProps<'a'>, keyof UnstyledButtonProps>) => (
    <UnstyledButton component="a" {...props} />
  ),
)
