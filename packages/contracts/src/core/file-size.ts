/** The size of a file as it is shown: in KB with one decimal, a smaller one in bytes. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`
  return `${(bytes / 1024).toFixed(1)} KB`
}
