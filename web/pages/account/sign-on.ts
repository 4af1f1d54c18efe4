/** Single sign-on works at the one address that the identity provider knows: go there first. */
export const goThere = (url: string, redirectOrigin: string, page: Window = window): void => {
  if (redirectOrigin === location.origin) page.location.assign(url)
  else page.location.assign(`${redirectOrigin}${location.pathname}${location.search}`)
}
