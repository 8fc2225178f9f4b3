import { defaultOptions, type HElement, parseAsync, renderDocument } from 'docx-preview'
import JSZip from 'jszip'

/** In the documentation of jszip, and missing in its types. */
declare module 'jszip' {
  interface Pieces {
    on(event: 'data', hear: (piece: Uint8Array) => void): this
    on(event: 'error', hear: (error: Error) => void): this
    on(event: 'end', hear: () => void): this
    pause(): this
    resume(): this
  }
  interface JSZipObject {
    internalStream(type: 'uint8array'): Pieces
  }
}

/** What a document may unpack to: a small file can hold more than a browser has memory for. */
const maxUnpackedBytes = 60_000_000

/** Unpacks every part, a piece at a time, and throws where they are too much together. */
async function refuseBomb(blob: Blob): Promise<void> {
  const zip = await JSZip.loadAsync(await blob.arrayBuffer())
  let bytes = 0
  for (const part of Object.values(zip.files)) {
    await new Promise<void>((resolve, reject) => {
      const stream = part.internalStream('uint8array')
      stream.on('data', (piece) => {
        bytes += piece.length
        if (bytes <= maxUnpackedBytes) return
        stream.pause()
        reject(new Error('the document unpacks to too much'))
      })
      stream
        .on('error', reject)
        .on('end', () => resolve())
        .resume()
    })
  }
}

/** Elements that would lead somewhere, or hold a page of their own, are text. */
const harmless: Record<string, string> = { a: 'span', iframe: 'span' }

/** Makes the nodes of a document, without links, and without a style sheet that could end before its end. */
function create(element: HElement | Node | string): Node {
  if (typeof element === 'string' || element instanceof Node) return defaultOptions.h(element)
  const { tagName = 'span', children, href: _href, srcdoc: _srcdoc, ...rest } = element
  const inner =
    tagName === 'style'
      ? children?.map((child) => (typeof child === 'string' ? child.replaceAll('<', '\\3c ') : child))
      : children
  return defaultOptions.h({ ...rest, tagName: harmless[tagName] ?? tagName, ...(inner && { children: inner.map(create) }) })
}

/** What a frame may load: what the document brings along. */
const policy = "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'"
const sheet = 'body{margin:0}.docx-wrapper{background:none!important;padding:12px!important}section.docx{max-width:100%}'

/** A Word document (.docx) as a page of HTML for a frame in which nothing runs. Throws where it cannot be read. */
export async function wordPage(blob: Blob): Promise<string> {
  await refuseBomb(blob)
  const options = { ...{ useBase64URL: true, renderAltChunks: false, ignoreLastRenderedPageBreak: false }, h: create }
  const nodes = await renderDocument(await parseAsync(blob, options), options)
  const body = document.createElement('div')
  body.append(...nodes)
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><style>${sheet}</style>${body.innerHTML}`
}
