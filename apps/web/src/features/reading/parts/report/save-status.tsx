import { Check, CloudOff } from 'lucide-react'
import { Button } from '../../../../components/ui/button.tsx'
import { formatClock } from '../../../../lib/format.ts'
import type { SaveState } from '../../session/machine/state.ts'

/** Says in words when the text was last saved, or why it was not. */
export function SaveStatus({ save, onRetry }: { save: SaveState; onRetry: () => void }) {
  if (save.is === 'saved' || save.is === 'saving') {
    const isSaved = save.is === 'saved' && save.at !== null
    return (
      <p role="status" aria-live="off" className="num flex items-center gap-1.5 text-sm text-text-2">
        {isSaved && <Check size={14} aria-hidden className="text-icon" />}
        {save.is === 'saving' && 'Saving'}
        {save.is === 'saved' && (save.at === null ? 'Nothing to save yet' : `Saved ${formatClock(new Date(save.at))}`)}
      </p>
    )
  }
  return (
    <p role="alert" className="flex items-center gap-2 text-sm text-red-fg">
      <CloudOff size={14} aria-hidden className="shrink-0" />
      {save.is === 'failing' ? 'Not saved, retrying. The text is kept on this computer.' : `Not saved. ${save.why}`}
      <Button onClick={onRetry}>Retry</Button>
    </p>
  )
}
