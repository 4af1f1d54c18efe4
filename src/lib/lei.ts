/**
 * Returns the remainder modulo 97 of digits and capital letters, where A to Z count as 10 to 35 (ISO/IEC 7064, MOD
 * 97-10).
 */
const remainder = (text: string): number => {
  let result = 0
  for (const character of text) {
    const value = Number.parseInt(character, 36)
    result = (result * (value > 9 ? 100 : 10) + value) % 97
  }
  return result
}

/** Whether a string is a legal entity identifier: 18 digits or capital letters, and two check digits (ISO 17442-1). */
export const isLei = (text: string): boolean => /^[0-9A-Z]{18}[0-9]{2}$/.test(text) && remainder(text) === 1
