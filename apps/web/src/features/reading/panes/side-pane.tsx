import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../../components/ui/icon-button.tsx'

type Props = { title: string; onClose: () => void; children: ReactNode }

/** What stands beside the report, one at a time. */
export function SidePane({ title, onClose, children }: Props) {
  return (
    <aside aria-label={title} className="@container flex min-h-0 shrink-0 flex-col border-l border-line bg-surface w-98">
      <div className="flex h-10 shrink-0 items-center justify-between border-b border-line pr-2 pl-4">
        <h2 className="font-semibold">{title}</h2>
        <IconButton label={`Close ${title.toLowerCase()}`} onClick={onClose}>
          <X size={15} />
        </IconButton>
      </div>
      {children}
    </aside>
  )
}
