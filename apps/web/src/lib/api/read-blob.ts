import { networkError } from './api-error.ts'
import type { Progress } from './send-multipart.ts'

export type SavedFile = { blob: Blob; fileName: string | null }

/** Returns the file name of a content-disposition header. The encoded form wins. */
export function fileNameOf(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? null
}

/** Reads a response to its end and reports how many bytes have come. A body cut short is a network error, never a short file. */
export async function readBlob(response: Response, onProgress?: (progress: Progress) => void): Promise<SavedFile> {
  const total = Number(response.headers.get('content-length')) || null
  const type = response.headers.get('content-type') ?? 'application/octet-stream'
  const chunks: BlobPart[] = []
  let loaded = 0
  try {
    for await (const chunk of readChunks(response)) {
      chunks.push(chunk)
      loaded += chunk.byteLength
      onProgress?.({ loaded, total })
    }
  } catch (error) {
    throw error instanceof DOMException && error.name === 'AbortError' ? error : networkError()
  }
  return { blob: new Blob(chunks, { type }), fileName: fileNameOf(response.headers.get('content-disposition')) }
}

async function* readChunks(response: Response) {
  const reader = response.body?.getReader()
  for (;;) {
    const part = await reader?.read()
    if (!part || part.done) return
    yield part.value
  }
}
