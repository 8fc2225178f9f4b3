import { defaultOptions, type HElement, parseAsync, renderDocument } from 'docx-preview'
import JSZip from 'jszip'

/** Documented by jszip, but missing from its types. */
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

/** The most that a document may unpack to. A small file can unpack to more than the browser's memory. */
const maxUnpackedBytes = 60_000_000

/** Unpacks every part piece by piece. Throws if together they exceed the limit. */
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
        reject(new Error('the unpacked document is too large'))
      })
      stream
        .on('error', reject)
        .on('end', () => resolve())
        .resume()
    })
  }
}

/** Replacements for elements that would lead somewhere or embed a page. */
const harmless: Record<string, string> = { a: 'span', iframe: 'span' }

/** Creates a node of the document, without links. Escapes `<` in a style sheet, so that it can't end early. */
function create(element: HElement | Node | string): Node {
  if (typeof element === 'string' || element instanceof Node) return defaultOptions.h(element)
  const { tagName = 'span', children, href: _href, srcdoc: _srcdoc, ...rest } = element
  const inner =
    tagName === 'style'
      ? children?.map((child) => (typeof child === 'string' ? child.replaceAll('<', '\\3c ') : child))
      : children
  return defaultOptions.h({ ...rest, tagName: harmless[tagName] ?? tagName, ...(inner && { children: inner.map(create) }) })
}

/** Allows the frame to load only resources that are part of the document. */
const policy = "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'"
const sheet = 'body{margin:0}.docx-wrapper{background:none!important;padding:12px!important}section.docx{max-width:100%}'

/** Converts a Word document (.docx) to an HTML page for a frame that runs no scripts. Throws if it can't be read. */
export async function wordPage(blob: Blob): Promise<string> {
  await refuseBomb(blob)
  const options = { useBase64URL: true, renderAltChunks: false, ignoreLastRenderedPageBreak: false, h: create }
  const nodes = await renderDocument(await parseAsync(blob, options), options)
  const body = document.createElement('div')
  body.append(...nodes)
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><style>${sheet}</style>${body.innerHTML}`
}
