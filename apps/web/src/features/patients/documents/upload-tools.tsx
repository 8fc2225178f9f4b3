import type { DocumentCategory } from '@readroom/contracts/patients/documents'
import { Paperclip, Upload } from 'lucide-react'
import { useId, useRef } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { CategorySelect } from './category-select.tsx'
import { acceptedFiles } from './document-files.ts'

type Props = {
  category: DocumentCategory
  onCategory: (category: DocumentCategory) => void
  onChoose: (files: File[]) => void
  onUpload: () => void
  /** True if a chosen file is not being sent yet. */
  isReady: boolean
}

export function UploadTools({ category, onCategory, onChoose, onUpload, isReady }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const label = useId()
  return (
    <>
      <span id={label} className="text-sm text-text-2">
        Category
      </span>
      <CategorySelect labelledBy={label} value={category} onChange={onCategory} className="w-26 max-lg:w-32" />
      <input
        ref={input}
        type="file"
        multiple
        accept={acceptedFiles}
        aria-label="Attach Documents"
        className="hidden"
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])])
          // Lets the user choose the same file again.
          target.value = ''
        }}
      />
      <Button className="max-lg:h-11" onClick={() => input.current?.click()}>
        <Paperclip size={14} aria-hidden /> Choose files
      </Button>
      <Button className="max-lg:h-11" disabled={!isReady} onClick={onUpload}>
        <Upload size={14} aria-hidden /> Upload File
      </Button>
    </>
  )
}
