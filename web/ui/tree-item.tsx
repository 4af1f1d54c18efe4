import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface Props {
  /** The ids from the root to the item; identifies its element. */
  readonly path: string
  readonly href: string | undefined
  /** The depth of the item in the tree, from 1. */
  readonly level: number
  /** Its position among its siblings, from 1. */
  readonly position: number
  readonly siblings: number
  readonly isCurrent: boolean
  readonly isFocusable: boolean
  readonly hasChildren: boolean
  readonly isExpanded: boolean
  /** The name of its kind, such as `claim`. */
  readonly kind: string
  readonly tone: 'strong' | 'dimmed' | undefined
  readonly icon: ReactNode
  readonly itemKey: string | undefined
  readonly label: string
  /** A count or a state, at the end. */
  readonly children: ReactNode
}

/** A row of a tree. The tree handles clicks and keys (the ARIA tree view pattern). */
export const TreeItem = (props: Props) => {
  const { path, href, level, position, siblings, isCurrent, isFocusable, hasChildren, isExpanded, kind, tone } = props
  return (
    <a
      href={href}
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={isCurrent}
      {...(hasChildren && { 'aria-expanded': isExpanded })}
      tabIndex={isFocusable ? 0 : -1}
      data-path={path}
      data-level={level}
      data-kind={kind}
      data-tone={tone}
      className="tree-item"
    >
      <span className="tree-toggle" data-expanded={isExpanded}>
        {hasChildren && <IconChevronRight size={16} aria-hidden />}
        {props.icon}
      </span>
      <span className="tree-label">
        {props.itemKey !== undefined && <span className="tree-key">{props.itemKey}</span>} {props.label}
      </span>
      {props.children}
    </a>
  )
}
