import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FilePreview } from './file-preview.tsx'

type Props = ComponentProps<typeof FilePreview> & {
  /** Details shown beside the file's name. */
  facts: ReactNode
  onDownload: () => void
  onClose: () => void
}

/** Renders the preview of a file, in a dialog over the one that lists it. */
export function PreviewDialog({ facts, onDownload, onClose, ...preview }: Props) {
  return (
    <Dialog
      nested
      title="Preview"
      width="max-w-[960px]"
      onClose={onClose}
      header={
        <p className="flex flex-wrap items-baseline gap-x-2">
          <bdi className="text-lg font-semibold break-all">{preview.name}</bdi>
          <span className="num text-sm text-text-2">{facts}</span>
        </p>
      }
      footer={
        <>
          <Button className="max-lg:h-11" onClick={onDownload}>
            Download
          </Button>
          <Button className="max-lg:h-11" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <FilePreview {...preview} />
    </Dialog>
  )
}
