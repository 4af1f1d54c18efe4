/** Creates a value on first use. After a failure, the next call tries again. */
export const lazy = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let value: Promise<T> | undefined
  return () => {
    value ??= make().catch(error => {
      value = undefined
      throw error
    })
    return value
  }
}
