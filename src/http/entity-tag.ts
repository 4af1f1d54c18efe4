/**
 * Matches an entity tag that a compressing proxy rewrote. Apache, Caddy and Jetty append the content coding inside the
 * quotes, others append it after a semicolon. nginx and HAProxy only weaken the tag.
 */
const tagWithCoding = /^("(?:[\w-]{22}|[\w-]{43}))(?:--|[-;:])(?:x-)?(?:gzip|br|deflate|zstd|compress)"$/

/**
 * Recovers the tag that this server sent from one that a client received behind such a proxy. Our tags have 22
 * characters for a record and 43 for a shared file, so a tag that happens to end in a coding is never shortened.
 */
export const sentTag = (received: string): string => {
  const strong = received.replace(/^W\//, '')
  return tagWithCoding.exec(strong)?.[1]?.concat('"') ?? strong
}
