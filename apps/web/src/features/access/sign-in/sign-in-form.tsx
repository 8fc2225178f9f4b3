import type { SecondStep } from '@readroom/contracts/access/auth'
import { lazy, type ReactNode, useState } from 'react'
import { Part } from '../../../components/ui/part.tsx'
import { LoginForm } from './login-form.tsx'

const SecondStepForm = lazy(() => import('./second-step-form.tsx'))

type Props = {
  intro: string
  /** Why the form is shown. Goes with the first try, so that it doesn't stand above another message. */
  messages?: ReactNode
  /** The form appeared by itself while the user was doing something else, so no field gets the focus. */
  unasked: boolean
  /** Set if the page below must survive. Links that leave it open in another tab, and this is called when a sign-in starts in one. */
  onApart?: () => void
}

/** Shows the fields of a sign-in and, if the account has one, of its second factor. */
export function SignInForm({ intro, messages, unasked, onApart }: Props) {
  const [step, setStep] = useState<SecondStep | null>(null)
  return (
    <>
      <p className="mt-1 mb-6 text-text-2">{step ? 'Password accepted. Now confirm your second factor.' : intro}</p>
      {step ? (
        <Part>
          <SecondStepForm step={step} onRestart={() => setStep(null)} />
        </Part>
      ) : (
        <LoginForm onSecondStep={setStep} messages={messages} unasked={unasked} onApart={onApart} />
      )}
    </>
  )
}
