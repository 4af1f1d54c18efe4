import { getRouteApi, Navigate } from '@tanstack/react-router'
import { linkOfNotification } from './notification-row.tsx'

const route = getRouteApi('/app/open/$kind/$recordId')

/** Leads from a mail or chat message to the page of its record. */
export const OpenRecord = () => {
  const { kind, recordId } = route.useParams()
  return <Navigate {...linkOfNotification({ kind, pageId: null, recordId })} replace />
}
