import { type FormEvent, useState } from 'react'
import { Field } from '../../../components/inputs/field.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { ApiError } from '../../../lib/api/api-error.ts'
import { useRequest } from '../../../lib/hooks/use-request.ts'
import { unlockShare } from './sharing.queries.ts'
import type { ShareAccess } from './use-share-access.ts'

/** Returns true if the link accepts no more PINs because it was revoked or has expired. */
const isOver = (failure: unknown) =>
  failure instanceof ApiError && ['SHARE_PIN_EXHAUSTED', 'SHARE_LINK_NOT_FOUND'].includes(failure.code)

/** Asks for the PIN of a link before anything about its study is shown. */
export function PinForm({ token, onOpened }: { token: string; onOpened: (access: ShareAccess) => void }) {
  const [pin, setPin] = useState('')
  const [failure, setFailure] = useState<{ message: string; isFinal: boolean } | null>(null)
  const { start, isBusy } = useRequest({
    request: () => unlockShare(token, pin),
    failed: 'The PIN could not be checked. Please try again.',
    onDone: onOpened,
    onFailure(message, error) {
      setFailure({ message, isFinal: isOver(error) })
      setPin('')
    },
    leaves: true,
  })
  const unlock = (event: FormEvent) => {
    event.preventDefault()
    if (!/^\d{6}$/.test(pin)) return
    setFailure(null)
    start()
  }
  return (
    <form onSubmit={unlock} className="grid gap-4">
      <h1 className="text-2xl font-semibold tracking-tight">Enter the PIN</h1>
      {failure && <FormMessage tone="error">{failure.message}</FormMessage>}
      {!failure?.isFinal && (
        <>
          <Field label="PIN" hint="The sender of this link has the six digits.">
            {(control) => (
              <input
                type="text"
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={6}
                value={pin}
                onChange={(event) => setPin(event.target.value.replace(/\D/g, ''))}
                {...control}
              />
            )}
          </Field>
          <Button type="submit" look="primary" size="lg" className="max-lg:h-11" disabled={isBusy || pin.length < 6}>
            {isBusy ? 'Opening...' : 'Open study'}
          </Button>
        </>
      )}
    </form>
  )
}
