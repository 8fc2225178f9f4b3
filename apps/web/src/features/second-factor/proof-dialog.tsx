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
  /** Resolves when it is done. */
  run: (proof: Proof) => Promise<void>
  onClose: () => void
}

/** Asks for what the account is guarded with before that is changed. */
export function ProofDialog({ title, action, consequence, destructive, hasPassword, run: work, onClose }: Props) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { busy, failure, run } = useWork()
  return (
    <StepDialog
      {...{ title, action, destructive, busy, failure, onClose }}
      busyLabel="Checking..."
      disabled={code.trim() === '' || (hasPassword && password === '')}
      onSubmit={() => run(() => work({ code, ...(hasPassword && { password }) }))}
    >
      <p className="text-text-2">{consequence}</p>
      {hasPassword && <OwnPasswordField value={password} onChange={setPassword} />}
      <CodeField label="Code" hint="Of your authenticator app, or a recovery code" value={code} onChange={setCode} />
    </StepDialog>
  )
}
