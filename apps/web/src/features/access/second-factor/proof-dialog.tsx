import { useState } from 'react'
import { CodeField, OwnPasswordField } from './proof-fields.tsx'
import { StepDialog, useWork } from './step-dialog.tsx'

export type Proof = { password?: string; code: string }

type Props = {
  title: string
  action: string
  consequence: string
  destructive: boolean
  hasPassword: boolean
  /** Makes the change. Resolves when it is done. */
  run: (proof: Proof) => Promise<void>
  onClose: () => void
}

/** Asks for the account's password and second factor before one of them is changed. */
export function ProofDialog({ title, action, consequence, destructive, hasPassword, run: work, onClose }: Props) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { busy, failure, run } = useWork()
  return (
    <StepDialog
      title={title}
      action={action}
      destructive={destructive}
      busy={busy}
      failure={failure}
      onClose={onClose}
      busyLabel="Checking..."
      disabled={code.trim() === '' || (hasPassword && password === '')}
      onSubmit={() => run(() => work({ code, ...(hasPassword && { password }) }))}
    >
      <p className="text-text-2">{consequence}</p>
      {hasPassword && <OwnPasswordField value={password} onChange={setPassword} />}
      <CodeField label="Code" hint="From your authenticator app, or a recovery code" value={code} onChange={setCode} />
    </StepDialog>
  )
}
