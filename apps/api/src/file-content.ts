import { extname } from 'node:path'
import type { documentFileTypes } from '@readroom/contracts/documents'
import { imageSize } from 'image-size'

type Extension = keyof typeof documentFileTypes

/** What the bytes of each kind look like to the detector; plain text looks like nothing. */
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

/** Whether a file's bytes are what its name says. `isText`: they can be read as text. */
export function isWhatItSays(extension: Extension, detected: { mime: string } | undefined, isText: boolean): boolean {
  return detectedTypes[extension].includes(detected?.mime) && (extension !== 'txt' || isText)
}

/** Told chunk by chunk whether all of it is UTF-8 without zeros. */
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

/** The sides that an image claims, by its beginning; null where it is none. */
export function sidesOf(bytes: Buffer): { width: number; height: number } | null {
  try {
    // A copy: of a part of a larger buffer it would read on beyond the end.
    return imageSize(new Uint8Array(bytes))
  } catch {
    return null
  }
}

/** The last part of a client's path, without control characters, at most 200 characters; its extension stays. */
export function safeFileName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
  const base = name.replace(/^.*[\\/]/, '').replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '')
  const dot = base.lastIndexOf('.')
  return dot > 0 ? base.slice(0, dot).slice(0, 190) + base.slice(dot).slice(0, 10) : base.slice(0, 200)
}

/** In small letters and without its dot; empty where there is none. */
export const extensionOf = (fileName: string): string => extname(fileName).slice(1).toLowerCase()
