/** One of the list, or undefined for any other value in the address. */
export const oneOf = <T extends string>(list: readonly T[], text: string | undefined): T | undefined =>
  list.find(known => known === text)
