import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Loading } from '../ui/loading.tsx'
import { openPdf, type PDFDocumentProxy, type PDFPageProxy } from './pdf-engine.ts'
import { PreviewNote, type PreviewProps } from './preview.tsx'

/** Pixels of one canvas. Browsers draw nothing on larger ones. */
const maxCanvasPixels = 16_000_000
/** The ratio of A4, until the page's own size is known. */
const usualRatio = Math.SQRT2

/** Returns true if the element is on the screen or close to it. */
function useIsNear(element: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), { rootMargin: '100%' })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isNear
}

/** Draws a page at the given width. Returns a handle that cancels the drawing. */
function draw(page: PDFPageProxy, canvas: HTMLCanvasElement, width: number) {
  const natural = page.getViewport({ scale: 1 })
  const wanted = (width / natural.width) * Math.min(window.devicePixelRatio, 2)
  const scale = Math.min(wanted, Math.sqrt(maxCanvasPixels / (natural.width * natural.height)))
  const viewport = page.getViewport({ scale })
  canvas.width = Math.max(1, Math.floor(viewport.width))
  canvas.height = Math.max(1, Math.floor(viewport.height))
  return page.render({ canvas, viewport })
}

function PdfPage({ document, number, onFailed }: { document: PDFDocumentProxy; number: number; onFailed: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [ratio, setRatio] = useState(usualRatio)
  const isNear = useIsNear(place)
  const fail = useEffectEvent(onFailed)
  useEffect(() => {
    if (!isNear) return
    let drawing: ReturnType<typeof draw> | null = null
    let isOver = false
    const show = async () => {
      const page = await document.getPage(number)
      const { current } = canvas
      if (isOver || !current) return
      const { width, height } = page.getViewport({ scale: 1 })
      setRatio(height / width)
      drawing = draw(page, current, current.clientWidth)
      await drawing.promise
    }
    show().catch(() => isOver || fail())
    return () => {
      isOver = true
      drawing?.cancel()
      // Frees the pixels of a page that is out of view.
      if (canvas.current) canvas.current.width = 0
    }
  }, [isNear, document, number])
  return (
    <div ref={place} className="mx-auto mb-3 w-full max-w-[900px] bg-white shadow-pop" style={{ aspectRatio: `1 / ${ratio}` }}>
      {isNear && <canvas ref={canvas} role="img" aria-label={`Page ${number} of ${document.numPages}`} className="size-full" />}
    </div>
  )
}

/** Renders the pages of a PDF, drawn as they come into view. */
export default function PdfPages({ blob, onFailed }: PreviewProps) {
  const [document, setDocument] = useState<PDFDocumentProxy | null>(null)
  const [isLocked, setLocked] = useState(false)
  const fail = useEffectEvent(onFailed)
  useEffect(() => {
    let isOver = false
    let close = () => {}
    const open = async () => {
      const task = openPdf(await blob.arrayBuffer())
      close = () => void task.destroy()
      if (isOver) return close()
      setDocument(await task.promise)
    }
    open().catch((error: unknown) => {
      if (isOver) return
      if (error instanceof Error && error.name === 'PasswordException') setLocked(true)
      else fail()
    })
    return () => {
      isOver = true
      close()
    }
  }, [blob])

  if (isLocked) return <PreviewNote isAlert>This PDF needs a password. Download it to open it.</PreviewNote>
  if (!document) return <Loading className="justify-center px-5 py-16" />
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1)
  return (
    <div className="p-3">
      {numbers.map((number) => (
        <PdfPage key={number} document={document} number={number} onFailed={onFailed} />
      ))}
    </div>
  )
}
