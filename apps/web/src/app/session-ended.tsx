import { Dialog } from 'radix-ui'
import { useRef } from 'react'
import { useReturnFocus } from '../components/ui/dialog.tsx'
import { FormMessage } from '../components/ui/form-message.tsx'
import { SignInForm } from '../features/auth/sign-in-form.tsx'
import { sessionOver, sessionStore } from '../lib/session/session.ts'

const stay = (event: Event) => event.preventDefault()

/**
 * Covers the page of a session that has ended until its user signs in again. Nothing of the page is seen or heard meanwhile, and keys that were
 * meant for it do nothing.
 */
export function SessionEnded() {
  const returnFocus = useReturnFocus()
  const content = useRef<HTMLDivElement>(null)
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
              intro="What you were writing is kept on this page."
              unasked
              messages={
                <FormMessage tone="notice" className="mb-4">
                  {sessionStore.farewell()?.reason ?? sessionOver}
                </FormMessage>
              }
            />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
