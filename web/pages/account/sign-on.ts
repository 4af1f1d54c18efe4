/** Single sign-on works at the one address that the identity provider knows: go there first. */
export const goThere = (url: string, redirectOrigin: string): void => {
  if (redirectOrigin === location.origin) location.assign(url)
  else location.assign(`${redirectOrigin}${location.pathname}${location.search}`)
}
