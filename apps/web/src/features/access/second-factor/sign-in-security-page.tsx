import type { SecondFactorState } from '@readroom/contracts/access/second-factor'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { reasonOf } from '../../../lib/api/api-error.ts'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { useUser } from '../../../lib/session/session.ts'
import { AuthenticatorDialog } from './authenticator-dialog.tsx'
import { PasskeyDialog } from './passkey-dialog.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import { type Asked, proofWords } from './proof-words.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { secondFactorOptions, useEnrolmentWatch, useReadAgain } from './second-factor.queries.ts'
import { SecondFactorSections } from './second-factor-sections.tsx'

type Open = 'authenticator' | 'passkey' | Asked | { codes: readonly string[] } | null

/** Shows the dialog that is open. There is never more than one. */
function Dialogs({ open, hasPassword, onOpen }: { open: Open; hasPassword: boolean; onOpen: (next: Open) => void }) {
  const readAgain = useReadAgain()
  const onClose = () => onOpen(null)
  const onDone = (codes: readonly string[]) => {
    onOpen(codes.length > 0 ? { codes } : null)
    // Not while codes are shown. Reloading the account may lead to another page.
    if (codes.length === 0) void readAgain()
  }
  if (open === null) return null
  if (open === 'authenticator') return <AuthenticatorDialog hasPassword={hasPassword} onDone={onDone} onClose={onClose} />
  if (open === 'passkey') return <PasskeyDialog hasPassword={hasPassword} onDone={onDone} onClose={onClose} />
  if ('codes' in open) {
    const close = () => {
      onClose()
      void readAgain()
    }
    return <RecoveryCodesDialog codes={open.codes} onClose={close} />
  }
  const { run, ...words } = proofWords(open)
  return <ProofDialog {...words} hasPassword={hasPassword} onClose={onClose} run={async (proof) => onDone(await run(proof))} />
}

function Body({ state }: { state: SecondFactorState }) {
  const [open, setOpen] = useState<Open>(null)
  return (
    <>
      <SecondFactorSections state={state} onOpen={setOpen} />
      <Dialogs open={open} hasPassword={state.hasPassword} onOpen={setOpen} />
    </>
  )
}

/** Shows the second factors of the user's own account. A user who must set one up can't go elsewhere first. */
export default function SignInSecurityPage() {
  const { data, error, isPending, refetch } = useQuery(secondFactorOptions)
  const { mustEnrol } = useUser()
  useEnrolmentWatch(mustEnrol)
  useTitle('Sign-in security')
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-200 px-5 py-6 lg:py-10">
        <h1 className="text-xl font-semibold">Sign-in security</h1>
        <p className="mt-1 mb-5 text-text-2">
          With a second factor, you need your phone, this device or a security key as well as your password.
        </p>
        {mustEnrol && (
          <FormMessage tone="notice" className="mb-5">
            Your role requires a second factor. Set up an authenticator app or a passkey to continue.
          </FormMessage>
        )}
        {data ? (
          <Body state={data.data} />
        ) : (
          !isPending && (
            <div role="alert" className="grid justify-items-start gap-3">
              <p>{reasonOf(error, 'The server did not answer.')}</p>
              <Button onClick={() => void refetch()}>Try again</Button>
            </div>
          )
        )}
      </div>
    </main>
  )
}
