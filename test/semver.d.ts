declare module 'semver' {
  /** Returns whether a version satisfies an npm range. */
  const semver: { satisfies(version: string, range: string): boolean }
  export default semver
}
