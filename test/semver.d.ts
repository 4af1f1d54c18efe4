declare module 'semver' {
  /** Whether a version is in a range of npm's. */
  const semver: { satisfies(version: string, range: string): boolean }
  export default semver
}
