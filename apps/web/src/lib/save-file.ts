/** Hands a blob to the browser as a download. */
export function saveBlob(blob: Blob, fileName: string) {
  const url = URL.createObjectURL(blob)
  followLink(url, fileName)
  // Browsers read the blob after the click has returned, so it is revoked later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Starts the browser's own download of an address. Without a name, the server's file name is used. */
export function followLink(url: string, fileName = '') {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.rel = 'noopener'
  document.body.append(link)
  link.click()
  link.remove()
}
