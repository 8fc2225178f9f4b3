import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { type ReactNode, useRef, useState } from 'react'
import { cx } from '../../lib/cx.ts'
import { useQuietStart } from '../../lib/hooks/use-quiet-start.ts'
import { IconButton } from './icon-button.tsx'

type Props = {
  title: string
  /** Fixed below the title: what the dialog is about. */
  header?: ReactNode
  footer?: ReactNode
  children: ReactNode
  onClose: () => void
  width?: string
  /** It opens over another dialog, which it covers. */
  nested?: boolean
  /** It opens by itself: nothing in it has the focus, and keys that were meant for the page below do nothing. */
  unasked?: boolean
}

/** Dismissing a toast is not a click beside the dialog. */
function keepOnToast(event: Event) {
  if (event.target instanceof Element && event.target.closest('[data-sonner-toaster]')) event.preventDefault()
}

const fields = 'input:not([type=checkbox],[type=radio],[type=file],[readonly],:disabled),textarea:not([readonly],:disabled)'

/**
 * Where whoever opens a dialog begins: what it marks, its first field, its tab; else the dialog itself, so that Enter does not close what was opened a moment
 * ago. By touch no field, which would bring up the keyboard over it.
 */
function beginningOf(content: HTMLElement): HTMLElement {
  const find = (selector: string) => content.querySelector<HTMLElement>(selector)
  const isTouch = window.matchMedia('(pointer: coarse)').matches
  return (isTouch ? null : (find('[data-autofocus]') ?? find(fields))) ?? find('[role=tab][aria-selected=true]') ?? content
}

/** What the focus was given back to last. */
let last: Element | null = null

/** Gives focus back, when a dialog closes, to what had it when the dialog opened; or the one that this dialog took the place of. */
export function useReturnFocus() {
  const [opener] = useState(() => document.activeElement)
  return (event: Event) => {
    event.preventDefault()
    const target = opener?.isConnected ? opener : last
    last = target
    if (target instanceof HTMLElement && target.isConnected) target.focus({ preventScroll: true })
  }
}

/** A modal dialog: header and footer stay, the body scrolls; Esc and the cross close it and focus returns. */
export function Dialog({ title, header, footer, children, onClose, width = 'max-w-[780px]', nested, unasked = false }: Props) {
  const returnFocus = useReturnFocus()
  const content = useRef<HTMLDivElement>(null)
  useQuietStart(unasked)
  // Never on what the header leads to: whoever opens a dialog wants to stay in it.
  const begin = (event: Event) => {
    event.preventDefault()
    if (content.current) (unasked ? content.current : beginningOf(content.current)).focus()
  }
  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className={cx('fade fixed inset-0 bg-overlay', nested ? 'z-(--z-dialog)' : 'z-(--z-overlay)')} />
        <Primitive.Content
          ref={content}
          data-dialog
          aria-describedby={undefined}
          onOpenAutoFocus={begin}
          onCloseAutoFocus={returnFocus}
          onInteractOutside={keepOnToast}
          className={cx(
            'enter fixed inset-x-0 bottom-0 z-(--z-dialog) mx-auto flex max-h-[92dvh] w-full flex-col overflow-hidden rounded-t-lg bg-dialog shadow-dialog outline-none',
            'sm:top-1/2 sm:bottom-auto sm:w-[calc(100%-48px)] sm:-translate-y-1/2 sm:rounded-lg',
            width,
          )}
        >
          <header className="flex max-h-[45dvh] shrink-0 items-start gap-3 overflow-y-auto border-b border-line px-5 pt-3 pb-3">
            <div className="min-w-0 flex-1">
              <Primitive.Title className={header ? 'text-sm text-text-2' : 'text-lg font-semibold'}>{title}</Primitive.Title>
              {header}
            </div>
            <Primitive.Close asChild>
              <IconButton label="Close dialog" className="-mr-1.5 max-sm:size-11">
                <X size={16} />
              </IconButton>
            </Primitive.Close>
          </header>
          {children}
          {footer && (
            <footer className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-3">
              {footer}
            </footer>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
