import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { type ReactNode, useRef, useState } from 'react'
import { cx } from '../../lib/cx.ts'
import { useQuietStart } from '../../lib/hooks/use-quiet-start.ts'
import { IconButton } from './icon-button.tsx'

type Props = {
  title: string
  /** The subject of the dialog, fixed below the title. */
  header?: ReactNode
  footer?: ReactNode
  children: ReactNode
  onClose: () => void
  width?: string
  /** The dialog opens over another one and covers it. */
  nested?: boolean
  /** The dialog opens by itself. Nothing in it gets the focus, and keys meant for the page below do nothing. */
  unasked?: boolean
}

/** Keeps the dialog open when a toast is dismissed, which is not a click beside the dialog. */
function keepOnToast(event: Event) {
  if (event.target instanceof Element && event.target.closest('[data-sonner-toaster]')) event.preventDefault()
}

const fields = 'input:not([type=checkbox],[type=radio],[type=file],[readonly],:disabled),textarea:not([readonly],:disabled)'

/**
 * Returns the element to focus when a dialog opens: a marked one, the first field, the current tab, else the dialog itself, so that Enter doesn't close
 * it right away. On a touch screen never a field, because the keyboard would cover the dialog.
 */
function beginningOf(content: HTMLElement): HTMLElement {
  const find = (selector: string) => content.querySelector<HTMLElement>(selector)
  const isTouch = window.matchMedia('(pointer: coarse)').matches
  return (isTouch ? null : (find('[data-autofocus]') ?? find(fields))) ?? find('[role=tab][aria-selected=true]') ?? content
}

/** The element that last got the focus back. */
let last: Element | null = null

/**
 * Returns the focus when a dialog closes to the element that had it before. If that is gone, to the one that last got it back, because this dialog
 * replaced another.
 */
export function useReturnFocus() {
  const [opener] = useState(() => document.activeElement)
  return (event: Event) => {
    event.preventDefault()
    const target = opener?.isConnected ? opener : last
    last = target
    if (target instanceof HTMLElement && target.isConnected) target.focus({ preventScroll: true })
  }
}

/** Renders a modal dialog. Header and footer are fixed and the body scrolls. Esc and the close button close it and return the focus. */
export function Dialog({ title, header, footer, children, onClose, width = 'max-w-[780px]', nested, unasked = false }: Props) {
  const returnFocus = useReturnFocus()
  const content = useRef<HTMLDivElement>(null)
  useQuietStart(unasked)
  // Never focuses a control in the header, because it may lead away from the dialog.
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
          <header
            className={cx(
              'flex max-h-[45dvh] shrink-0 gap-3 overflow-y-auto border-b border-line px-5 pt-3 pb-3',
              header ? 'items-start' : 'items-center',
            )}
          >
            <div className="min-w-0 flex-1">
              <Primitive.Title className={header ? 'text-sm text-text-2' : 'text-lg font-semibold'}>{title}</Primitive.Title>
              {header}
            </div>
            <Primitive.Close asChild>
              <IconButton label="Close dialog" className="-mr-1.5 max-sm:-my-2 max-sm:size-11">
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
