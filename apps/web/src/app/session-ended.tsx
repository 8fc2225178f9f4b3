import { Dialog } from 'radix-ui'
import { useEffect, useRef, useState } from 'react'
import { useReturnFocus } from '../components/ui/dialog.tsx'
import { FormMessage } from '../components/ui/form-message.tsx'
import { SignInForm } from '../features/access/sign-in/sign-in-form.tsx'
import { sessionOver, sessionStore } from '../lib/session/session.ts'
import { takeUpOwnSession } from './session-keeper.ts'

const stay = (event: Event) => event.preventDefault()

/** Covers the page after its session has ended, until its user signs in again. Hides the page from sight and from screen readers, and keeps keys from it. */
export function SessionEnded() {
  const returnFocus = useReturnFocus()
  const content = useRef<HTMLDivElement>(null)
  /** True if the sign-in continues in another tab. */
  const [isApart, setApart] = useState(false)
  useEffect(() => {
    if (!isApart) return
    const takeUp = () => void takeUpOwnSession()
    window.addEventListener('focus', takeUp)
    return () => window.removeEventListener('focus', takeUp)
  }, [isApart])
  const begin = (event: Event) => {
    event.preventDefault()
    content.current?.focus()
  }
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Content
          ref={content}
          aria-describedby={undefined}
          onOpenAutoFocus={begin}
          onCloseAutoFocus={returnFocus}
          onEscapeKeyDown={stay}
          onInteractOutside={stay}
          className="fixed inset-0 z-(--z-dialog) grid justify-items-center overflow-y-auto bg-canvas px-5 py-8 outline-none sm:content-center"
        >
          <div className="w-full max-w-90">
            <Dialog.Title className="text-2xl font-semibold tracking-tight">Sign in</Dialog.Title>
            <SignInForm
              intro={
                isApart
                  ? 'Sign in in the other tab, then return to this one. Your unsaved text is kept here.'
                  : 'Your unsaved text is kept on this page.'
              }
              onApart={() => setApart(true)}
              unasked
              messages={<FormMessage tone="notice">{sessionStore.farewell()?.reason ?? sessionOver}</FormMessage>}
            />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
