import type { SecondFactorState } from '@readroom/contracts/second-factor'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { FormMessage } from '../../components/ui/form-message.tsx'
import { reasonOf } from '../../lib/api/api-error.ts'
import { useTitle } from '../../lib/hooks/use-title.ts'
import { useUser } from '../../lib/session/session.ts'
import { AuthenticatorDialog } from './authenticator-dialog.tsx'
import { PasskeyDialog } from './passkey-dialog.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import { type Asked, proofWords } from './proof-words.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { secondFactorOptions, useEnrolmentWatch, useReadAgain } from './second-factor.queries.ts'
import { SecondFactorSections } from './second-factor-sections.tsx'

type Open = 'authenticator' | 'passkey' | Asked | { codes: readonly string[] } | null

/** The one dialog that is open. */
function Dialogs({ open, hasPassword, onOpen }: { open: Open; hasPassword: boolean; onOpen: (next: Open) => void }) {
  const readAgain = useReadAgain()
  const onClose = () => onOpen(null)
  const onDone = (codes: readonly string[]) => {
    onOpen(codes.length > 0 ? { codes } : null)
    // While codes are shown they stay, whatever page comes next.
    if (codes.length === 0) void readAgain()
  }
  if (open === null) return null
  if (open === 'authenticator') return <AuthenticatorDialog {...{ hasPassword, onDone, onClose }} />
  if (open === 'passkey') return <PasskeyDialog {...{ hasPassword, onDone, onClose }} />
  if ('codes' in open) {
    const close = () => {
      onClose()
      void readAgain()
    }
    return <RecoveryCodesDialog codes={open.codes} onClose={close} />
  }
  const { run, ...words } = proofWords(open)
  return <ProofDialog {...words} {...{ hasPassword, onClose }} run={async (proof) => onDone(await run(proof))} />
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

/** What guards the user's own sign-in beside the password; who needs it and has none cannot go elsewhere before. */
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
          With a second step your password alone opens nothing. Your phone, this device or a security key is asked for as well.
        </p>
        {mustEnrol && (
          <FormMessage tone="notice" className="mb-5">
            Your role needs a second step at sign-in. Please set up an authenticator app or a passkey to continue.
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
