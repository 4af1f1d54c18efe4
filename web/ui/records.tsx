import type { ReactNode } from 'react'
import { AnchorLink } from './links.tsx'

/** A page of the app, with what stands behind its question mark. */
export interface Place {
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
}

const trailOf = (requestId: string): Place => ({ to: '/trails/audit', search: { requestId } })

/** Where an identifier leads, by its prefix. */
const records: Readonly<Record<string, (id: string) => Place>> = {
  gec: id => ({ to: `/evidence/claims/${id}` }),
  ger: id => ({ to: `/evidence/requirements/${id}` }),
  subreq: id => ({ to: `/submissions/requirements/${id}` }),
  subpkg: id => ({ to: `/submissions/packages/${id}` }),
  whk: id => ({ to: `/webhooks/${id}` }),
  whe: id => ({ to: `/webhooks/${id}` }),
  sva: id => ({ to: `/access/service-accounts/${id}` }),
  prs: id => ({ to: `/access/people/${id}` }),
  req: trailOf,
  jrn: trailOf,
  whd: trailOf,
}

/** The page of a record, by its identifier; undefined where there is none. */
export const recordPlace = (text: string): Place | undefined => {
  const [, prefix = ''] = /^([a-z]+)_[0-9A-Za-z]+$/.exec(text) ?? []
  return Object.hasOwn(records, prefix) ? records[prefix]?.(text) : undefined
}

/** An identifier or name that leads to its record, where it has a page. */
export const RecordLink = ({ id, children = id }: { id: string; children?: ReactNode }) => {
  const place = recordPlace(id)
  if (!place) return children
  return (
    <AnchorLink to={place.to} search={place.search ?? {}} fz="inherit">
      {children}
    </AnchorLink>
  )
}
