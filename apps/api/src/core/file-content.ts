import { extname } from 'node:path'
import type { documentFileTypes } from '@readroom/contracts/patients/documents'
import { imageSize } from 'image-size'

type Extension = keyof typeof documentFileTypes

/** Types that the detector finds for each extension. It detects none for plain text. */
const detectedTypes: Record<Extension, readonly (string | undefined)[]> = {
  pdf: ['application/pdf'],
  doc: ['application/x-cfb', 'application/msword'],
  docx: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  jpg: ['image/jpeg'],
  jpeg: ['image/jpeg'],
  png: ['image/png', 'image/apng'],
  gif: ['image/gif'],
  txt: [undefined],
}

/** Returns true if the content matches the file name. `isText` is true if the bytes can be read as text. */
export function isWhatItSays(extension: Extension, detected: { mime: string } | undefined, isText: boolean): boolean {
  return detectedTypes[extension].includes(detected?.mime) && (extension !== 'txt' || isText)
}

/** Checks chunk by chunk that the content is UTF-8 without zero bytes. */
export function watchText() {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isText = true
  const decode = (chunk?: Buffer) => {
    try {
      isText &&= !decoder.decode(chunk, { stream: chunk !== undefined }).includes('\0')
    } catch {
      isText = false
    }
  }
  return {
    add: (chunk: Buffer) => decode(chunk),
    end: (): boolean => {
      decode()
      return isText
    },
  }
}

export function isText(bytes: Buffer): boolean {
  const text = watchText()
  text.add(bytes)
  return text.end()
}

/** Returns the size that the header of an image claims, or null if it is no image. */
export function sidesOf(bytes: Buffer): { width: number; height: number } | null {
  try {
    // A copy, because the parser reads beyond the end of a part of a larger buffer.
    return imageSize(new Uint8Array(bytes))
  } catch {
    return null
  }
}

/** Returns the last part of a client's path, without control characters, in at most 200 characters. Keeps the extension. */
export function safeFileName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
  const base = name.replace(/^.*[\\/]/, '').replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '')
  const dot = base.lastIndexOf('.')
  return dot > 0 ? base.slice(0, dot).slice(0, 190) + base.slice(dot).slice(0, 10) : base.slice(0, 200)
}

/** Returns the extension in lower case without its dot, or an empty string. */
export const extensionOf = (fileName: string): string => extname(fileName).slice(1).toLowerCase()
