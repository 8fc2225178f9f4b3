import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router-dom'
import { Brand } from '../../../components/ui/brand.tsx'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { paths } from '../../../lib/paths.ts'
import { CodeStep } from './code-step.tsx'
import { EmailStep } from './email-step.tsx'
import { NewPasswordStep } from './new-password-step.tsx'
import { RecoverySteps } from './recovery-steps.tsx'
import { pendingRecovery, useRecovery } from './use-recovery.ts'

const linkClass = 'inline-flex items-center gap-1.5 font-medium text-accent-text hover:underline max-lg:min-h-11'

type Recovery = ReturnType<typeof useRecovery>

function CurrentStep({ state, sent, hasCode, resent, verified, finish }: Recovery) {
  if (state.step === 1) return <EmailStep email={state.email} focused={state.moved} onSent={sent} onHasCode={hasCode} />
  const { pending } = state
  if (state.step === 3) return <NewPasswordStep email={pending.email} resetToken={state.resetToken} onReset={finish} />
  return <CodeStep pending={pending} message={state.message} focused={state.moved} onResent={resent} onVerified={verified} />
}

/** Resets a forgotten password with a one-time code, without a sign-in. */
export default function ForgotPasswordPage() {
  const recovery = useRecovery()
  const { state, done, startAgain } = recovery
  useTitle('Forgot password')
  return (
    <div className="grid min-h-full grid-rows-[auto_1fr]">
      <header className="flex h-12 items-center border-b border-line px-4">
        <Brand className="text-lg" />
      </header>
      <main className="mx-auto w-full max-w-100 px-5 py-8 lg:py-16">
        <h1 className="mb-4 text-2xl font-semibold tracking-tight">Forgot password</h1>
        <RecoverySteps current={state.step} />
        <div className="mt-8">
          <CurrentStep {...recovery} />
        </div>
        {!done && (
          <p className="mt-6 flex items-center justify-between gap-4 border-t border-line pt-4">
            <Link to={paths.login} className={linkClass} onClick={pendingRecovery.clear}>
              <ArrowLeft size={14} aria-hidden /> Back to Login
            </Link>
            {state.step > 1 && (
              <button type="button" className={linkClass} onClick={startAgain}>
                Start again
              </button>
            )}
          </p>
        )}
      </main>
    </div>
  )
}
