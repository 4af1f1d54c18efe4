/** The scripts of a document, whose names contain the digests of a build. */
export const buildNameOf = (page: Document): string =>
  Array.from(page.querySelectorAll('script[type="module"]'), script => script.getAttribute('src') ?? '').join(',')
