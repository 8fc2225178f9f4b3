import { ChevronDown } from 'lucide-react'
import { Button } from '../../../../components/ui/button.tsx'
import { Menu, MenuItem } from '../../../../components/ui/menu.tsx'
import { useReadingStore } from '../../session/reading-store.ts'
import { writtenKey } from '../keyboard/reading-keys.ts'

function KeyOf({ name }: { name: Parameters<typeof writtenKey>[0] }) {
  return (
    <kbd aria-hidden className="ml-1 rounded-xs border border-current/40 px-1 font-sans text-2xs opacity-80 max-xl:hidden">
      {writtenKey(name)}
    </kbd>
  )
}

type Props = {
  /** False for a moment after the study appears, so that a second press of the key that led here signs nothing. */
  canSign: boolean
  /** The number of places that must be completed before signing. */
  open: number
  canDiscard: boolean
  onDiscard: () => void
  onShowOpen: () => void
  onSaveClose: () => void
  onSign: (meaning: 'final' | 'preliminary', after: 'close' | 'next') => void
  onPutAside: () => void
}

/** Shows the buttons that end the writing: rare and serious ones at the left, the primary one at the right. */
export function WritingFooter({ canSign, open, canDiscard, onDiscard, onShowOpen, onSaveClose, onSign, onPutAside }: Props) {
  const { openDialog } = useReadingStore()
  return (
    <footer className="flex min-h-12 shrink-0 flex-wrap items-center gap-2 border-t border-line bg-canvas px-4 py-1.5">
      <Button look="danger" disabled={!canDiscard} onClick={onDiscard}>
        Discard draft
      </Button>
      <Button onClick={onPutAside}>
        Put aside
        <KeyOf name="putAside" />
      </Button>
      <Button look="quiet" data-tip={writtenKey('skip')} onClick={() => openDialog('skip')}>
        Skip
      </Button>
      <Button look="quiet" className="mr-auto" onClick={() => openDialog('keys')}>
        Keys
      </Button>
      {open > 0 && (
        <Button look="quiet" data-tip="Show what must be completed before signing" onClick={onShowOpen}>
          {open} to complete
        </Button>
      )}
      <Button onClick={onSaveClose}>
        Save draft and close
        <KeyOf name="saveClose" />
      </Button>
      <span className="flex">
        <Button className="rounded-r-none" disabled={!canSign} onClick={() => onSign('final', 'close')}>
          Sign and close
          <KeyOf name="signClose" />
        </Button>
        <Menu
          label="Other ways to sign"
          trigger={
            <Button className="-ml-px rounded-l-none px-1!" disabled={!canSign} aria-label="Other ways to sign">
              <ChevronDown size={13} />
            </Button>
          }
        >
          <MenuItem
            hint="Early results that may change. The laboratory does not see them"
            onSelect={() => onSign('preliminary', 'close')}
          >
            Sign as preliminary and close
            <KeyOf name="signPreliminary" />
          </MenuItem>
          <MenuItem onSelect={() => onSign('preliminary', 'next')}>Sign as preliminary and next</MenuItem>
        </Menu>
      </span>
      <Button look="primary" disabled={!canSign} onClick={() => onSign('final', 'next')}>
        Sign and next
        <KeyOf name="signNext" />
      </Button>
    </footer>
  )
}
