import { maxDocumentPixels } from '@readroom/contracts/patients/documents'
import { GlobalWorkerOptions, getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

export type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'

GlobalWorkerOptions.workerSrc = workerUrl

/** Extra files that some PDFs need, by file name: decoders for scans, fonts, and character maps that a PDF doesn't embed. */
const data = Object.fromEntries(
  Object.entries({
    ...import.meta.glob<string>('/node_modules/pdfjs-dist/wasm/{jbig2,openjpeg}.wasm', {
      query: '?url',
      import: 'default',
      eager: true,
    }),
    ...import.meta.glob<string>('/node_modules/pdfjs-dist/cmaps/*.bcmap', { query: '?url', import: 'default', eager: true }),
    ...import.meta.glob<string>('/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
      query: '?url',
      import: 'default',
      eager: true,
    }),
  }).map(([path, url]) => [path.split('/').at(-1) ?? '', url]),
)

/** Fetches the extra files on the page, because the worker itself may not fetch anything. */
class OwnData {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const answer = await fetch(data[filename] ?? '')
    if (!answer.ok) throw new Error(`${filename} could not be loaded`)
    return new Uint8Array(await answer.arrayBuffer())
  }
}

/** Opens a PDF from memory. It is only drawn: no scripts, no requests, no forms and no links. */
export function openPdf(bytes: ArrayBuffer) {
  return getDocument({
    data: bytes,
    BinaryDataFactory: OwnData,
    useWorkerFetch: false,
    enableXfa: false,
    maxImageSize: maxDocumentPixels,
  })
}
