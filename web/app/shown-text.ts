/**
 * Replaces `react/jsx-runtime` (`vite.config.ts`) for the app and its libraries: shows direction controls by their
 * names, because they could be used to disguise text. The values of input fields stay unchanged.
 */
import type { ElementType, Key, ReactNode } from 'react'
import { jsx as draw, jsxs as drawMany, Fragment } from 'react/jsx-runtime'
import { nameControls } from '#client/verify/direction-controls.ts'

export { Fragment }

type Props = Readonly<Record<string, unknown>>

const attributes = ['title', 'aria-label', 'aria-description', 'alt', 'placeholder'] as const

/** Names the controls in a node. Returns the same node if it contains none. */
const nameInNode = (node: unknown): unknown => {
  if (typeof node === 'string') return nameControls(node)
  if (!Array.isArray(node)) return node
  const children = node.map(nameInNode)
  return children.every((child, i) => child === node[i]) ? node : children
}

const nameInProps = (type: ElementType, props: Props): Props => {
  const changed: Record<string, unknown> = {}
  const children = nameInNode(props.children)
  if (children !== props.children) changed.children = children
  if (typeof type === 'string')
    for (const name of attributes) {
      const value = props[name]
      const text = typeof value === 'string' ? nameControls(value) : value
      if (text !== value) changed[name] = text
    }
  return Object.keys(changed).length > 0 ? { ...props, ...changed } : props
}

type Draw = (type: ElementType, props: Props, key?: Key) => ReactNode

export const jsx: Draw = (type, props, key) => draw(type, nameInProps(type, props), key)
export const jsxs: Draw = (type, props, key) => drawMany(type, nameInProps(type, props), key)
