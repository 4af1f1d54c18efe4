/** The command that checks a bundle with the file that this install serves (decision 097). */
export const verifyCommand = (bundleId: string, key: string): string =>
  `curl -O ${window.location.origin}/verify/probata-verify.mjs\nnode probata-verify.mjs ${bundleId}.asice --key '${key}'`
