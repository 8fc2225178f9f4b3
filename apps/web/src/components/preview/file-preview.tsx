import { useState } from 'react'
import type { Progress } from '../../lib/api/send-multipart.ts'
import { formatMB } from '../../lib/format.ts'
import type { PreviewKind } from './preview.tsx'
import { PreviewNote } from './preview.tsx'
import { previews } from './previews.tsx'

type Props = {
  kind: PreviewKind
  name: string
  size: number
  blob: Blob | undefined
  /** Why the file could not be loaded. */
  failure: string | null
  progress: Progress | null
}

function Contents({ kind, name, size, blob, failure, progress }: Props) {
  const [isBroken, setBroken] = useState(false)
  if (kind === 'none') return <PreviewNote>No preview for this file type. Download the file to open it.</PreviewNote>
  if (failure !== null) return <PreviewNote isAlert>{failure}</PreviewNote>
  if (isBroken) return <PreviewNote isAlert>This file cannot be previewed. Download it to open it.</PreviewNote>
  if (!blob) {
    const loaded = progress ? ` ${formatMB(progress.loaded)} of ${formatMB(progress.total ?? size)} MB` : ''
    return <PreviewNote>Loading{loaded}...</PreviewNote>
  }
  const Preview = previews[kind]
  return <Preview blob={blob} name={name} onFailed={() => setBroken(true)} />
}

/** Renders the preview of a file in a dialog. Nothing in the file is executed. */
export function FilePreview(props: Props) {
  return (
    <section
      aria-label="Contents of the file"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
      tabIndex={0}
      className="min-h-44 flex-1 overflow-auto bg-sunken"
    >
      <Contents {...props} />
    </section>
  )
}
