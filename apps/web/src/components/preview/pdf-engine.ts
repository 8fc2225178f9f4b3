import { maxDocumentPixels } from '@readroom/contracts/documents'
import { GlobalWorkerOptions, getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

export type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'

GlobalWorkerOptions.workerSrc = workerUrl

/** What some PDFs need beside themselves, by file name: decoders of scans, fonts and writings that they do not bring along. */
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

/** Fetches it here and hands it on: the worker itself may ask for nothing. */
class OwnData {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const answer = await fetch(data[filename] ?? '')
    if (!answer.ok) throw new Error(`${filename} did not come`)
    return new Uint8Array(await answer.arrayBuffer())
  }
}

/** Opens a PDF that is there already. It runs no scripts, asks for nothing, and has no forms or links: it is drawn, and that is all. */
export function openPdf(bytes: ArrayBuffer) {
  return getDocument({
    data: bytes,
    BinaryDataFactory: OwnData,
    useWorkerFetch: false,
    enableXfa: false,
    maxImageSize: maxDocumentPixels,
  })
}
