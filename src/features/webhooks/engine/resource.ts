const idMember = '"id":"'

/**
 * Returns the subject of an event: the id of the first record in its `data`, which is the same for all events of a
 * resource. Returns the event's own id if `data` has no record.
 */
export const resourceOf = (eventId: string, body: string): string => {
  const data = body.indexOf('"data":{')
  const start = data < 0 ? -1 : body.indexOf(idMember, data)
  return start < 0 ? eventId : body.slice(start + idMember.length, body.indexOf('"', start + idMember.length))
}
