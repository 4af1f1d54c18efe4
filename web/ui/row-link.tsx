import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useCallback } from 'react'

export type Follow = (event: MouseEvent<HTMLAnchorElement>) => void

/** The pages of the records that long tables link to, by the prefix of the id. */
const pages: Readonly<Record<string, string>> = {
  gfc: '/governance/clauses/',
  gct: '/governance/controls/',
  gec: '/evidence/claims/',
  ger: '/evidence/requirements/',
}

/** Opens the page of a link without a reload. */
export const useFollow = (): Follow => {
  const { history } = useRouter()
  return useCallback(
    event => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      history.push(event.currentTarget.pathname)
    },
    [history],
  )
}

interface Props {
  readonly id: string
  readonly follow: Follow
  readonly children: ReactNode
}

/** A link in a long table. Unlike the links of the router, it does not subscribe to the router's state. */
export const RowLink = ({ id, follow, children }: Props) => (
  <a className="row-link" href={`${pages[id.slice(0, id.indexOf('_'))] ?? '/'}${id}`} onClick={follow}>
    {children}
  </a>
)
