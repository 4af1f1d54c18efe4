/**
 * How compressing proxies rewrite an entity tag: nginx and HAProxy weaken it, Apache, Caddy and Jetty append the content
 * coding inside the quotes, others do so after a semicolon.
 */
const coded = /^("(?:[\w-]{22}|[\w-]{43}))(?:--|[-;:])(?:x-)?(?:gzip|br|deflate|zstd|compress)"$/

/**
 * The tag that this server sent, from one that a client received behind such a proxy. Our tags have 22 characters for a
 * record and 43 for a shared file, so a tag that ends in a coding by chance is never shortened.
 */
export const sentTag = (received: string): string => {
  const strong = received.replace(/^W\//, '')
  return coded.exec(strong)?.[1]?.concat('"') ?? strong
}
