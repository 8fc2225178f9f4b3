import type { ReactNode } from 'react'
import { Button } from '../../../../components/ui/button.tsx'

type Entry = { id: string; name: string; about: string; isEditable: boolean; preview?: ReactNode }
type Props = {
  label: string
  entries: readonly Entry[]
  empty: string
  onPreview?: (id: string) => void
  onCopy?: (id: string) => void
  onEdit: (id: string) => void
  onDelete: (id: string) => void
}

/** Shows a list of templates or text blocks. Entries the user may not change have no buttons for it. */
export function EntryList({ label, entries, empty, onPreview, onCopy, onEdit, onDelete }: Props) {
  if (entries.length === 0) return <p className="text-text-2">{empty}</p>
  return (
    <ul aria-label={label} className="divide-y divide-line border-y border-line">
      {entries.map(({ id, name, about, isEditable, preview }) => (
        <li key={id} className="flex flex-wrap items-start gap-x-4 gap-y-2 py-2">
          <div className="min-w-0 flex-1 basis-60">
            <bdi className="block font-medium break-words">{name}</bdi>
            <span className="block text-xs break-words text-text-2">{about}</span>
            {preview && <div className="mt-1 text-sm">{preview}</div>}
          </div>
          <div className="flex flex-wrap gap-2">
            {onPreview && (
              <Button className="max-lg:h-11" onClick={() => onPreview(id)} aria-label={`Preview ${name}`}>
                Preview
              </Button>
            )}
            {onCopy && (
              <Button className="max-lg:h-11" onClick={() => onCopy(id)} aria-label={`Copy ${name}`}>
                Copy
              </Button>
            )}
            {isEditable && (
              <>
                <Button className="max-lg:h-11" onClick={() => onEdit(id)} aria-label={`Edit ${name}`}>
                  Edit
                </Button>
                <Button look="danger" className="max-lg:h-11" onClick={() => onDelete(id)} aria-label={`Delete ${name}`}>
                  Delete
                </Button>
              </>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
