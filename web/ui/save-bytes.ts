/** Saves bytes as a file. Browsers never open a file of this type. */
export const saveBytes = (bytes: Uint8Array<ArrayBuffer>, name: string): void => {
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
