import { LoaderCircle } from 'lucide-react'
import { Dialog } from '../ui/dialog.tsx'

/** In the place of a record's dialog until the record is there. */
export function LoadingDialog({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <Dialog title={title} width="max-w-[640px]" onClose={onClose}>
      <p role="status" className="flex min-h-72 items-center justify-center gap-2 px-5 py-4 text-text-2">
        <LoaderCircle size={16} className="animate-spin text-icon" aria-hidden />
        Loading details...
      </p>
    </Dialog>
  )
}
