/** A data URL in base64 as a file to send. */
export function pictureFile(dataUrl: string): File {
  const [head = '', content = ''] = dataUrl.split(',')
  const type = /^data:(image\/[a-z]+)/.exec(head)?.[1] ?? ''
  return new File([Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0))], 'key-image', { type })
}
