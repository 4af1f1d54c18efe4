/** The text if the list contains it, otherwise undefined. Checks values from the address. */
export const oneOf = <T extends string>(list: readonly T[], text: string | undefined): T | undefined =>
  list.find(item => item === text)
