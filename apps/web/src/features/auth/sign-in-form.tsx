import type { SecondStep } from '@readroom/contracts/auth'
import { lazy, type ReactNode, useState } from 'react'
import { Part } from '../../components/ui/part.tsx'
import { LoginForm } from './login-form.tsx'

const SecondStepForm = lazy(() => import('./second-step-form.tsx'))

type Props = {
  intro: string
  /** Stands between the introduction and the fields. */
  messages?: ReactNode
  /** The form came by itself, while its user did something else: no field has the focus. */
  unasked: boolean
}

/** The fields of a sign-in, and those of its second step where the account has one. */
export function SignInForm({ intro, messages, unasked }: Props) {
  const [step, setStep] = useState<SecondStep | null>(null)
  return (
    <>
      <p className="mt-1 mb-6 text-text-2">{step ? 'Your password is right. One more step.' : intro}</p>
      {messages}
      {step ? (
        <Part>
          <SecondStepForm step={step} onRestart={() => setStep(null)} />
        </Part>
      ) : (
        <LoginForm onSecondStep={setStep} unasked={unasked} />
      )}
    </>
  )
}
