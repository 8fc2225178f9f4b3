import { FileText, Keyboard, Monitor } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Kbd } from '../../../../components/ui/kbd.tsx'
import { cx } from '../../../../lib/cx.ts'
import type { KeyboardOwner } from '../../session/machine/events.ts'
import { useHold, useReadingState, useReadingStore } from '../../session/reading-store.ts'
import { writtenKey } from './reading-keys.ts'
import { isInFieldBeside } from './use-reading-keys.ts'

const looks = {
  images: { title: 'Images', Icon: Monitor, free: 'bg-[#0b0e11] text-[#c3cad1]' },
  report: { title: 'Report', Icon: FileText, free: 'bg-canvas text-text-2' },
} as const

function subscribeToFocus(listener: () => void) {
  // The focus is nowhere between the two events.
  const later = () => queueMicrotask(listener)
  document.addEventListener('focusin', later)
  document.addEventListener('focusout', later)
  return () => {
    document.removeEventListener('focusin', later)
    document.removeEventListener('focusout', later)
  }
}

/** Says whether this half of the page has the keyboard, and frames it. The other half names the key that moves the keyboard there. */
export function KeyboardBar({ of }: { of: KeyboardOwner }) {
  const store = useReadingStore()
  const keyboard = useReadingState(store, 'keyboard')
  const hold = useHold(store)
  const { title, Icon, free } = looks[of]
  const isBeside = useSyncExternalStore(subscribeToFocus, isInFieldBeside)
  const owns = keyboard === of
  // Keys do nothing in a report that somebody else has.
  const isReadOnly = of === 'report' && (hold.is === 'other' || hold.is === 'lost' || hold.is === 'gone')
  const has = owns && !isBeside && !isReadOnly
  return (
    <>
      <p
        role={owns ? 'status' : undefined}
        className={cx(
          'flex h-7 shrink-0 items-center gap-2 px-4 text-xs whitespace-nowrap',
          has ? 'bg-accent font-semibold text-on-accent' : free,
        )}
      >
        {has ? <Keyboard size={14} aria-hidden /> : <Icon size={14} aria-hidden />}
        <span className="min-w-0 flex-1 truncate">
          {owns && !isReadOnly ? `Keyboard: ${isBeside ? 'a field beside' : of}` : title}
          {isReadOnly && ': read only'}
        </span>
        {!owns && (
          <span className="flex shrink-0 items-center gap-1.5">
            <Kbd>{writtenKey('images')}</Kbd> move the keyboard here
          </span>
        )}
      </p>
      {has && <div aria-hidden className="pointer-events-none absolute inset-0 z-3 border-2 border-accent" />}
    </>
  )
}
