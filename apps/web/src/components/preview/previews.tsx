import { type ComponentType, lazy, useEffect, useEffectEvent, useState } from 'react'
import { useObjectUrl } from '../../lib/hooks/use-object-url.ts'
import { Loading } from '../ui/loading.tsx'
import { Part } from '../ui/part.tsx'
import type { PreviewKind } from './preview.tsx'
import { PreviewNote, type PreviewProps } from './preview.tsx'

/** Loaded with the first PDF. */
const PdfPages = lazy(() => import('./pdf-pages.tsx'))

/** Loaded with the first Word document. */
const WordPages = lazy(() => import('./word-preview.tsx'))

/** Longer texts are cut. Nobody reads more in a dialog, and drawing more would block the page. */
const maxCharacters = 500_000

function ImagePreview({ blob, name, onFailed }: PreviewProps) {
  const url = useObjectUrl(blob)
  return url && <img src={url} alt={name} onError={onFailed} className="mx-auto max-w-full" />
}

function TextPreview({ blob, onFailed }: PreviewProps) {
  const [text, setText] = useState<string | null>(null)
  const fail = useEffectEvent(onFailed)
  useEffect(() => {
    blob.text().then(setText, () => fail())
  }, [blob])
  if (text === null) return null
  return (
    <>
      <pre dir="auto" className="num p-5 font-sans break-words whitespace-pre-wrap">
        {text.slice(0, maxCharacters)}
      </pre>
      {text.length > maxCharacters && (
        <PreviewNote>This preview shows the beginning. Download the file to read the rest.</PreviewNote>
      )}
    </>
  )
}

function PdfPreview(props: PreviewProps) {
  return (
    <Part fallback={<Loading className="justify-center px-5 py-16" />}>
      <PdfPages {...props} />
    </Part>
  )
}

function WordPreview(props: PreviewProps) {
  return (
    <Part fallback={<Loading className="justify-center px-5 py-16" />}>
      <WordPages {...props} />
    </Part>
  )
}

export const previews: Record<Exclude<PreviewKind, 'none'>, ComponentType<PreviewProps>> = {
  image: ImagePreview,
  text: TextPreview,
  pdf: PdfPreview,
  word: WordPreview,
}
