/**
 * Opens the identity provider. It knows only one address of this app, so a page at another address moves there first.
 */
export const goToProvider = (url: string, redirectOrigin: string, page: Window = window): void => {
  if (redirectOrigin === location.origin) page.location.assign(url)
  else page.location.assign(`${redirectOrigin}${location.pathname}${location.search}`)
}
