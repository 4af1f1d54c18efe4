/** The names of a document's scripts. They contain digests, so they identify a build. */
export const buildNameOf = (page: Document): string =>
  Array.from(page.querySelectorAll('script[type="module"]'), script => script.getAttribute('src') ?? '').join(',')
