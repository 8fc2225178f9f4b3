/** Hands a blob to the browser as a download. */
export function saveBlob(blob: Blob, fileName: string) {
  const url = URL.createObjectURL(blob)
  followLink(url, fileName)
  // Revoked later, because browsers read the blob after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Starts the browser's own download of an address; without a name, under the one that the server gives it. */
export function followLink(url: string, fileName = '') {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.rel = 'noopener'
  document.body.append(link)
  link.click()
  link.remove()
}
