/**
 * The ways in which compressing proxies rewrite an entity tag: nginx and HAProxy weaken it, Apache, Caddy and Jetty
 * append the content coding inside the quotes, others append it after a semicolon.
 */
const coded = /^("(?:[\w-]{22}|[\w-]{43}))(?:--|[-;:])(?:x-)?(?:gzip|br|deflate|zstd|compress)"$/

/**
 * Recovers the tag that this server sent from one that a client received behind such a proxy. Our tags have 22
 * characters for a record and 43 for a shared file, so a tag that happens to end in a coding is never shortened.
 */
export const sentTag = (received: string): string => {
  const strong = received.replace(/^W\//, '')
  return coded.exec(strong)?.[1]?.concat('"') ?? strong
}
