import type { ViewerCommand } from '@readroom/contracts/images/viewer-commands'
import { holderOf, keyNameOf, refusalOf, type ViewerBindings, writtenKeyName } from '@readroom/contracts/images/viewer-keys'
import { Plus, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Kbd } from '../../../components/ui/kbd.tsx'
import { cx } from '../../../lib/cx.ts'

const isModifier = (key: string) => ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock'].includes(key)

/** Returns a key, or why a command cannot have it. */
function readKey(event: KeyboardEvent, { id }: ViewerCommand, bindings: ViewerBindings): { key: string } | { refusal: string } {
  const { key, ctrlKey, altKey, shiftKey, metaKey } = event
  const isAltGraph = event.getModifierState('AltGraph')
  const name = keyNameOf({ key, ctrlKey, altKey, shiftKey, metaKey, isAltGraph })
  if (name === null) return { refusal: 'This key is not sent as one character. Choose another.' }
  const reason = refusalOf(name)
  if (reason) return { refusal: reason }
  const holder = holderOf(bindings, name, id)
  return holder ? { refusal: `${writtenKeyName(name)} is “${holder.label}”. Remove it there first.` } : { key: name }
}

/** Takes the next key press before the page and the dialog. Esc ends it, and Tab ends it and moves on. */
function useNextKey(isAsked: boolean, onKey: (event: KeyboardEvent) => void, onEnd: () => void) {
  const take = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Tab') return onEnd()
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.key === 'Escape') onEnd()
    else if (!isModifier(event.key) && !event.repeat) onKey(event)
  })
  useEffect(() => {
    if (!isAsked) return
    const listener = (event: KeyboardEvent) => take(event)
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [isAsked])
}

type Props = {
  command: ViewerCommand
  keys: readonly string[]
  bindings: ViewerBindings
  isBusy: boolean
  onChange: (keys: readonly string[]) => void
}

/** One command of the viewer with its keys, which can be removed and added. A key that it cannot have is refused here, in words. */
export function CommandRow({ command, keys, bindings, isBusy, onChange }: Props) {
  const { label } = command
  const [isAsked, setAsked] = useState(false)
  const [refusal, setRefusal] = useState('')
  const end = () => {
    setAsked(false)
    setRefusal('')
  }
  useNextKey(
    isAsked,
    (event) => {
      const read = readKey(event, command, bindings)
      if ('refusal' in read) return setRefusal(read.refusal)
      end()
      if (!keys.includes(read.key)) onChange([...keys, read.key])
    },
    end,
  )
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 border-b border-line py-1">
      <span className="text-text-2">{label}</span>
      <span className="flex min-h-7 flex-wrap items-center justify-end gap-1">
        {keys.map((key) => (
          <span key={key} className="flex items-center">
            <Kbd>{writtenKeyName(key)}</Kbd>
            <IconButton
              size="sm"
              label={`Remove ${writtenKeyName(key)} from ${label}`}
              disabled={isBusy}
              onClick={() => onChange(keys.filter((each) => each !== key))}
            >
              <X size={12} />
            </IconButton>
          </span>
        ))}
        {(isAsked || keys.length < 4) && (
          <Button
            look={isAsked ? 'primary' : 'quiet'}
            className={cx(!isAsked && 'size-6 px-0!')}
            aria-label={isAsked ? undefined : `Add a key for ${label}`}
            onClick={() => (isAsked ? end() : setAsked(!isBusy))}
            onBlur={end}
          >
            {isAsked ? 'Press a key, Esc cancels' : <Plus size={14} aria-hidden />}
          </Button>
        )}
      </span>
      {refusal && (
        <p role="alert" className="col-span-2 py-1 text-right text-xs text-red-fg">
          {refusal}
        </p>
      )}
    </li>
  )
}
