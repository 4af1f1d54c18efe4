declare module 'semver' {
  /** Whether a version is in an npm range. */
  const semver: { satisfies(version: string, range: string): boolean }
  export default semver
}
